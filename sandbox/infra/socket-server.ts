import { createServer } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { WebSocketServer } from 'ws'
import type { ServerIdentity } from './certificates.ts'
import { Connection, type ConnectionHandlers } from './connection.ts'

const SOCKET_PATH = '/ws/chat'
const MAX_FRAME_BYTES = 16 * 1024 * 1024

export interface SocketServer {
  readonly url: string
  readonly connections: ReadonlySet<Connection>
  close(): Promise<void>
}

/** Starts listening on loopback; rejects with the system's error when the port is taken. */
export function listenLoopback(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** The WebSocket side of the network. */
export async function startSocketServer(
  port: number,
  identity: ServerIdentity,
  handlers: ConnectionHandlers,
): Promise<SocketServer> {
  const http = createServer((_request, response) => response.writeHead(426).end())
  const sockets = new WebSocketServer({
    server: http,
    path: SOCKET_PATH,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
  })
  // It repeats the errors of the HTTP server, which `listenLoopback` reports.
  sockets.on('error', () => {})
  const connections = new Set<Connection>()
  const tracked: ConnectionHandlers = {
    ...handlers,
    onClose: (connection) => {
      connections.delete(connection)
      handlers.onClose(connection)
    },
  }
  sockets.on('connection', (socket) => connections.add(new Connection(socket, identity, tracked)))
  const boundPort = await listenLoopback(http, port)
  return {
    url: `ws://127.0.0.1:${boundPort}${SOCKET_PATH}`,
    connections,
    close: async () => {
      for (const connection of [...connections]) connection.cut()
      sockets.close()
      http.closeAllConnections()
      await new Promise<void>((resolve) => http.close(() => resolve()))
    },
  }
}
