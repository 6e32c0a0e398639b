import { strict as assert } from 'node:assert';
import { clientConfiguration, validOn } from '../../../src/doors/mcp/configuration';

describe('Configuration for MCP clients', () => {
  const address = { url: 'http://127.0.0.1:5000/mcp', token: 'abc' };

  it('is what clients take', () => {
    assert.deepEqual(JSON.parse(clientConfiguration(address)), {
      mcpServers: { sightline: { type: 'http', url: 'http://127.0.0.1:5000/mcp', headers: { Authorization: 'Bearer abc' } } },
    });
    assert.deepEqual(Object.keys(JSON.parse(clientConfiguration(address, 'servers'))), ['servers']);
  });

  it('says on which machine it is valid', () => {
    assert.equal(validOn(undefined, false), 'Valid on this machine, while this window is open.');
    assert.equal(validOn('ssh-remote', false), 'Valid only in the remote (ssh-remote), where the files are, while this window is open.');
    assert.match(validOn('wsl', true), /^Valid on the machine that shows this window.*not valid in the remote \(wsl\)/);
  });
});
