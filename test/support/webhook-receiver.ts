import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { Database } from '../../src/db/client.ts'
import { createEventHorizon } from '../../src/features/events/index.ts'
import { createWebhookRunner, type WebhookRunner } from '../../src/features/webhooks/runner.ts'
import { newId } from '../../src/platform/ids.ts'
import { silentLog } from '../../src/platform/logger.ts'
import type { OutboundHttp } from '../../src/platform/outbound-http.ts'
import type { SecretBox } from '../../src/platform/secret-box.ts'

export interface ReceivedEvent {
  id: string
  type: string
  chat: string
  n: number
  headers: Record<string, string>
  body: string
}

/** A receiver on a port of its own; `answer` decides its status, and what is not refused is remembered. */
export function createWebhookReceiver() {
  const got: ReceivedEvent[] = []
  let server: Server | null = null
  let port = 0
  const receiver = {
    got,
    answer: (_got: ReceivedEvent): number => 200,
    url: () => `http://127.0.0.1:${port}/hook`,
    async start() {
      const take = async (req: IncomingMessage, res: ServerResponse) => {
        let body = ''
        for await (const chunk of req) body += chunk
        const { id, type, data } = JSON.parse(body)
        const one: ReceivedEvent = {
          id,
          type,
          chat: data.chat ?? '',
          n: data.n ?? 0,
          headers: req.headers as Record<string, string>,
          body,
        }
        const status = receiver.answer(one)
        if (status < 300) got.push(one)
        res.writeHead(status, status === 302 ? { location: 'http://169.254.169.254/' } : {}).end()
      }
      const started = createServer((req, res) => void take(req, res))
      await new Promise<void>((resolve) => started.listen(port, '127.0.0.1', resolve))
      port = (started.address() as AddressInfo).port
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
  return receiver
}

export type WebhookReceiver = ReturnType<typeof createWebhookReceiver>

/** A process that serves webhooks, with pauses as short as they can be. */
export function startWebhookRunner(
  db: Database,
  ways: { box: SecretBox; http: OutboundHttp },
): WebhookRunner {
  const runner = createWebhookRunner({
    ...ways,
    db,
    bus: createInProcessBus({ now: Date.now }),
    log: silentLog,
    horizon: createEventHorizon(db),
    claimant: newId(),
    now: Date.now,
    monotonicMs: () => performance.now(),
    random: () => 0,
  })
  runner.start()
  return runner
}
