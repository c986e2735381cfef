import type { Bus } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import type { Database } from '../../db/client.ts'
import type { Log } from '../../platform/logger.ts'
import type { OutboundHttp } from '../../platform/outbound-http.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { EventWatermark } from '../events/index.ts'
import { createWebhookHandlers, type WebhookHandlerDeps } from './handlers.ts'
import { LiveWebhooks } from './live.ts'
import { WebhookRunner } from './runner.ts'

export interface Webhooks {
  handlers: Handlers['webhooks']
  /** Sends, once it is started; in any number of processes, each webhook is served by one of them. */
  runner: WebhookRunner
  /** Tells those that name it what is so only now. */
  live: LiveWebhooks
}

export { readWebhookBacklog, type WebhookBacklog } from './backlog.ts'
export { secretContext as webhookSecretContext } from './post.ts'

/** Events posted to addresses that their owners chose. */
export function createWebhooks(deps: {
  /** Why a call failed, in the language of the interface. */
  describeCall: WebhookHandlerDeps['describeCall']
  db: Database
  bus: Bus
  log: Log
  box: SecretBox
  http: OutboundHttp
  watermark: EventWatermark
  newId: () => string
}): Webhooks {
  const now = Date.now
  return {
    handlers: createWebhookHandlers({ ...deps, now }),
    live: new LiveWebhooks({ ...deps, now }),
    runner: new WebhookRunner({
      ...deps,
      claimant: deps.newId(),
      now,
      monotonicMs: () => performance.now(),
      random: Math.random,
    }),
  }
}
