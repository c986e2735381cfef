import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { MediaCertificate } from './media-certificates.ts'
import { listenLoopback } from './socket-server.ts'

export interface MediaServer {
  /** `127.0.0.1:port`, the host of its URLs. */
  readonly host: string
  close(): Promise<void>
}

/** An HTTPS server on loopback. Rejects with the system's error when the port is taken. */
export async function startMediaServer(
  port: number,
  { certPem, keyPem }: MediaCertificate,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<MediaServer> {
  const server = createServer({ cert: certPem, key: keyPem }, onRequest)
  const boundPort = await listenLoopback(server, port)
  return {
    host: `127.0.0.1:${boundPort}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
