import { strict as assert } from 'node:assert';
import { clientConfiguration, forwardedAddress, validOn } from '../../../src/doors/mcp/configuration';

describe('Configuration for MCP clients', () => {
  const address = { url: 'http://127.0.0.1:5000/mcp', token: 'abc' };

  it('is what clients take', () => {
    assert.deepEqual(JSON.parse(clientConfiguration(address)), {
      mcpServers: { sightline: { type: 'http', url: 'http://127.0.0.1:5000/mcp', headers: { Authorization: 'Bearer abc' } } },
    });
    assert.deepEqual(Object.keys(JSON.parse(clientConfiguration(address, 'servers'))), ['servers']);
  });

  it('takes a forwarded port for an address, and nothing that only the editor itself can reach', () => {
    const own = 'http://127.0.0.1:5000/mcp';
    assert.equal(forwardedAddress(own, 'http://127.0.0.1:6000/mcp'), 'http://127.0.0.1:6000/mcp');
    assert.equal(forwardedAddress(own, 'http://localhost:5000/mcp'), 'http://localhost:5000/mcp');
    for (const external of [own, 'http://127.0.0.1:8080/proxy/5000/mcp', 'https://5000.example.com/mcp', 'http://10.0.0.1:5000/mcp', 'no address']) {
      assert.equal(forwardedAddress(own, external), undefined, external);
    }
  });

  it('says on which machine it is valid', () => {
    assert.equal(validOn(undefined, false), 'Valid on this machine, while this window is open.');
    assert.equal(validOn('ssh-remote', false), 'Valid only in the remote (ssh-remote), where the files are, while this window is open.');
    assert.match(validOn('wsl', true), /^Valid on the machine that shows this window.*not valid in the remote \(wsl\)/);
  });
});
