import { strict as assert } from 'node:assert';
import { Offer, toolsVersion } from '../../../src/doors/mcp/offer';

describe('Offer of the MCP server to VS Code', () => {
  const settings = (via: 'languageModelTools' | 'mcp' | 'both', enabled = true) => ({ copilotVia: () => via, mcpEnabled: () => enabled });

  it('is off unless Copilot is to see this door', () => {
    for (const [via, enabled, on] of [['languageModelTools', true, false], ['mcp', true, true], ['both', true, true], ['both', false, false]] as const) {
      const offer = new Offer({ settings: settings(via, enabled), onChange: () => undefined });
      assert.equal(offer.isOn(), on, via);
      assert.equal(offer.status(), on ? 'waiting' : 'off');
      offer.asked();
      assert.equal(offer.status(), on ? 'yes' : 'off');
      offer.dispose();
    }
  });

  it('says after five seconds that VS Code has not asked, and takes that back when it asks', () => {
    const { timers, restore } = fakeTimers();
    let changes = 0;
    const offer = new Offer({ settings: settings('mcp'), onChange: () => { changes += 1; } });
    assert.equal(offer.status(), 'waiting');
    assert.equal(timers[0]?.milliseconds, 5_000);
    timers[0]?.run();
    assert.equal(offer.status(), 'not asked');
    assert.equal(changes, 1);
    offer.asked();
    assert.equal(offer.status(), 'yes');
    assert.equal(changes, 2);
    offer.asked();
    assert.equal(changes, 2);
    restore();
  });

  it('has a version that follows what the tools publish, and nothing else', () => {
    const tool = { name: 'a', title: 'A', description: 'd', kind: 'read' as const, inputSchema: { type: 'object' as const, properties: {} } };
    const version = toolsVersion('1.0.0', [tool]);
    assert.match(version, /^1\.0\.0-[0-9a-f]{12}$/);
    assert.equal(toolsVersion('1.0.0', [{ ...tool }]), version);
    for (const tools of [[], [{ ...tool, description: 'e' }], [tool, { ...tool, name: 'b' }]]) assert.notEqual(toolsVersion('1.0.0', tools), version);
  });
});

/** Node's clock, turned by hand. */
function fakeTimers() {
  const timers: { readonly run: () => void; readonly milliseconds: number }[] = [];
  const real = globalThis.setTimeout;
  globalThis.setTimeout = ((run: () => void, milliseconds: number) => {
    timers.push({ run, milliseconds });
    return { unref: () => undefined };
  }) as unknown as typeof setTimeout;
  return { timers, restore: () => { globalThis.setTimeout = real; } };
}
