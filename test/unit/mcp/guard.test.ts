import { strict as assert } from 'node:assert';
import { refusal, type RequestHead } from '../../../src/doors/mcp/guard';

describe('MCP guard rules', () => {
  const rules = { token: 'secret', allowedOrigins: ['http://localhost:6274'] };
  const good: RequestHead = {
    method: 'POST', target: '/mcp', hosts: ['127.0.0.1:80'], origins: [], authorization: 'Bearer secret', contentLength: '10',
  };
  const bad = {
    host: { hosts: ['evil.example'] },
    origin: { origins: ['https://evil.example'] },
    discovery: { target: '/.well-known/x' },
    token: { authorization: 'Bearer wrong' },
    size: { contentLength: String(4 * 1024 * 1024 + 1) },
  };
  const status = (...parts: readonly Partial<RequestHead>[]) => refusal(Object.assign({}, good, ...parts), rules)?.status;

  it('lets a good request pass', () => {
    assert.equal(status(), undefined);
    assert.equal(status({ contentLength: undefined }), undefined);
    assert.equal(status({ origins: ['http://localhost:6274'] }), undefined);
  });

  it('names the first fault in the order host, origin, discovery, token, size', () => {
    assert.equal(status(bad.host), 403);
    assert.equal(status(bad.size), 413);
    assert.equal(status(bad.token, bad.size), 401);
    assert.equal(status(bad.discovery, bad.token, bad.size), 404);
    assert.equal(status(bad.origin, bad.discovery, bad.token), 403);
    assert.equal(status({ hosts: [] }, bad.origin, bad.token), 400);
    assert.match(refusal({ ...good, ...bad.host, ...bad.origin }, rules)?.text ?? '', /Host header/);
  });

  it('refuses two origins, though one is listed', () => {
    assert.equal(status({ origins: ['http://localhost:6274', 'https://evil.example'] }), 403);
    assert.equal(status({ origins: ['https://evil.example', 'http://localhost:6274'] }), 403);
  });

  it('takes no wildcard for an origin, and no sandboxed page', () => {
    for (const entry of ['*', 'null', '', ' ']) {
      for (const origin of ['https://evil.example', 'null', '*', '']) {
        assert.equal(refusal({ ...good, origins: [origin] }, { ...rules, allowedOrigins: [entry] })?.status, 403, `${entry} ${origin}`);
      }
    }
  });

  it('lets a preflight of a listed page pass without a token, and nothing else', () => {
    const listed = { origins: ['http://localhost:6274'], authorization: undefined };
    assert.equal(status({ method: 'OPTIONS' }, listed), undefined);
    assert.equal(status({ method: 'POST' }, listed), 401);
    assert.equal(status({ method: 'OPTIONS', authorization: undefined }), 401);
  });
});
