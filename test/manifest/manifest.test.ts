import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../../scripts/host/paths.mjs';
import { mcpProviderId, mcpProviderLabel } from '../../src/doors/mcp/ids';
import { editorName } from '../../src/doors/published';
import { languageModelTools, toolReference, toolsConfiguration } from '../../src/doors/reference';
import { tools } from '../../src/tools/index';

const manifest = JSON.parse(readFileSync(join(repoRoot, 'package.json'), 'utf8'));
const contributed: readonly Record<string, unknown>[] = manifest.contributes.languageModelTools;

describe('the manifest', () => {
  it('declares exactly the tools of the list, as generated', () => {
    assert.deepEqual(contributed, JSON.parse(JSON.stringify(languageModelTools)));
    assert.deepEqual(manifest.contributes.configuration.properties['sightline.tools'], JSON.parse(JSON.stringify(toolsConfiguration)));
  });

  it('declares every tool so that agent mode and #-references find it', () => {
    assert.equal(contributed.length, tools.length);
    for (const entry of contributed) {
      assert.equal(entry['canBeReferencedInPrompt'], true, String(entry['name']));
      assert.match(String(entry['toolReferenceName']), /^[\w-]+$/);
      assert.match(String(entry['name']), /^sightline_[\w-]+$/);
    }
  });

  it('ties the MCP provider id of the code to the contribution', () => {
    assert.deepEqual(manifest.contributes.mcpServerDefinitionProviders, [{ id: mcpProviderId, label: mcpProviderLabel }]);
  });

  it('uses no proposed API, which publishing refuses, and no tool sets, which are a proposal', () => {
    assert.equal('enabledApiProposals' in manifest, false);
    assert.equal('languageModelToolSets' in manifest.contributes, false);
  });

  it('runs where the files are, opens the MCP server on its own, and works in Restricted Mode', () => {
    assert.deepEqual(manifest.extensionKind, ['workspace']);
    assert.deepEqual(manifest.activationEvents, ['onStartupFinished']);
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
    assert.equal(manifest.capabilities.virtualWorkspaces.supported, 'limited');
  });

  it('describes every command that the code registers', () => {
    const titles = manifest.contributes.commands.map((command: { readonly category: string; readonly title: string }) => `${command.category}: ${command.title}`);
    assert.ok(titles.includes('Sightline: Copy MCP Configuration'));
    for (const title of titles) assert.match(title, /^Sightline: \S/);
  });
});

describe('the tool reference', () => {
  it('is what the list generates', () => {
    assert.equal(readFileSync(join(repoRoot, 'docs', 'tools.md'), 'utf8'), toolReference());
  });
});

describe('the published tools', () => {
  it('are at most 16 for Copilot, which groups larger sets', () => {
    assert.ok(tools.filter((tool) => tool.onInCopilot).length <= 16);
  });

  it('have descriptions of at most 1,000 characters and names that every client takes', () => {
    for (const tool of tools) {
      assert.ok(tool.description.length <= 1_000, `${tool.name}: ${tool.description.length}`);
      assert.match(tool.name, /^[a-z][a-z_]*$/);
      assert.ok(editorName(tool.name).length <= 64);
    }
  });

  it('are at most 24,000 bytes in all', () => {
    const list = tools.map((tool, index) => ({ name: tool.name, description: tool.description, inputSchema: contributed[index]?.['inputSchema'] }));
    assert.ok(Buffer.byteLength(JSON.stringify(list)) <= 24_000, `${Buffer.byteLength(JSON.stringify(list))} bytes`);
  });

  it('take their own examples', () => {
    for (const tool of tools) for (const example of tool.examples) assert.doesNotThrow(() => tool.prepare(example), `${tool.name} ${JSON.stringify(example)}`);
  });
});
