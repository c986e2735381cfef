import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { findFreePort } from './ports.ts'

/** A server on loopback that can be killed and started again, each time on the port it had first. */
export function createKillableServer(handle: (req: IncomingMessage, res: ServerResponse) => Promise<void>) {
  let server: Server | null = null
  let port = 0
  return {
    port: () => port,
    async start() {
      port ||= await findFreePort()
      const started = createServer((req, res) => void handle(req, res).catch(() => res.destroy()))
      await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve))
      server = started
    },
    /** Cuts what is open and refuses connections from now on, as a killed process does. */
    async kill() {
      const killed = server
      server = null
      killed?.closeAllConnections()
      await new Promise<void>((resolve) => (killed ? killed.close(() => resolve()) : resolve()))
    },
  }
}
