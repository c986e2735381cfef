import { randomUUID } from 'node:crypto'
import type { Database } from '../../src/db/client.ts'
import { createSecrets, type Secrets } from '../../src/features/secrets/index.ts'
import { createOutboundHttp, type OutboundHttp } from '../../src/platform/outbound-http.ts'
import { createSecretBox, type SecretBox } from '../../src/platform/secret-box.ts'

export interface OwnSecretsOptions {
  /** Default: one of these tests. */
  box?: SecretBox
  /** What tokens are asked for with. Default: nothing inside is called. */
  http?: Pick<OutboundHttp, 'request'>
  nowMs?(): number
}

export const CALLBACK = 'https://parley.test/connections/callback'

/** Secrets as the service has them, over the database of a test. */
export const openSecrets = (db: Database, options: OwnSecretsOptions = {}): Secrets =>
  createSecrets({
    db,
    box: options.box ?? createSecretBox([Buffer.alloc(32, 1)]),
    http: options.http ?? createOutboundHttp(),
    newId: randomUUID,
    nowMs: options.nowMs ?? Date.now,
    redirectUri: CALLBACK,
  })
