/** Binds the door to loopback. A fixed port that another window or program holds must not cost the window its tools. */
import type { Server } from 'node:http';

export interface Listening {
  readonly port: number;
  /** Why the wanted port could not be had, in one sentence. */
  readonly refused: string | undefined;
}

/** @param wanted 0 for any free port */
export async function listen(server: Server, wanted: number): Promise<Listening> {
  try {
    return { port: await bind(server, wanted), refused: undefined };
  } catch (error) {
    if (wanted === 0) throw error;
    const port = await bind(server, 0);
    return { port, refused: `Port ${wanted} ${reason(error)}, so the MCP server uses port ${port}.` };
  }
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      server.off('error', reject);
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
      else reject(new Error('The server has no port.'));
    });
  });
}

function reason(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return 'is in use';
    case 'EACCES':
      return 'is refused by the operating system';
    case 'ERR_SOCKET_BAD_PORT':
      return 'is not a port number';
    default:
      return `cannot be used (${String(code ?? error)})`;
  }
}
