import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { Database } from '../../src/db/client.ts'
import { EventWatermark } from '../../src/features/events/index.ts'
import { WebhookRunner } from '../../src/features/webhooks/runner.ts'
import { newId } from '../../src/platform/ids.ts'
import { silentLog } from '../../src/platform/logger.ts'
import type { OutboundHttp } from '../../src/platform/outbound-http.ts'
import type { SecretBox } from '../../src/platform/secret-box.ts'
import { describeCallFailure } from '../../src/words/english.ts'
import { createKillableServer } from './killable-server.ts'

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
  const server = createKillableServer(async (req, res) => {
    let body = ''
    for await (const chunk of req) body += chunk
    const { id, type, data } = JSON.parse(body)
    const headers = req.headers as Record<string, string>
    const one: ReceivedEvent = { id, type, chat: data.chat ?? '', n: data.n ?? 0, headers, body }
    const status = receiver.answer(one)
    if (status < 300) got.push(one)
    res.writeHead(status, status === 302 ? { location: 'http://169.254.169.254/' } : {}).end()
  })
  const receiver = {
    got,
    answer: (_got: ReceivedEvent): number => 200,
    url: () => `http://127.0.0.1:${server.port()}/hook`,
    start: server.start,
    kill: server.kill,
  }
  return receiver
}

export type WebhookReceiver = ReturnType<typeof createWebhookReceiver>

/** A process that serves webhooks, with pauses as short as they can be. */
export function startWebhookRunner(
  db: Database,
  ways: { box: SecretBox; http: OutboundHttp },
): WebhookRunner {
  const runner = new WebhookRunner({
    ...ways,
    db,
    describeCall: describeCallFailure,
    bus: createInProcessBus({ now: Date.now }),
    log: silentLog,
    watermark: new EventWatermark(db),
    claimant: newId(),
    now: Date.now,
    monotonicMs: () => performance.now(),
    random: () => 0,
  })
  runner.start()
  return runner
}
