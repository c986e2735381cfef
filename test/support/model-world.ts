import { PUBLIC_ADDRESSES } from '../../src/core/address-policy.ts'
import type { Database } from '../../src/db/client.ts'
import type { EffectPorts } from '../../src/features/conversations/index.ts'
import type { Knowledge } from '../../src/features/knowledge/index.ts'
import { McpTools, Models } from '../../src/features/models/index.ts'
import { flowSecretContext } from '../../src/features/secrets/index.ts'
import { createOutboundHttp, type OutboundHttp } from '../../src/platform/outbound-http.ts'
import type { ScriptSandbox } from '../../src/platform/scripts/script-sandbox.ts'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { describeCallFailure } from '../../src/words/english.ts'
import type { DurableProcess } from './durable-host.ts'
import { createFlowWorld, type FlowWorld } from './flow-world.ts'
import type { ModelServer } from './model-server.ts'
import { openSecrets } from './own-secrets.ts'

export interface ModelWorldOptions {
  db: Database
  scripts: ScriptSandbox
  server: ModelServer
  /** Values by name, and the hosts that each may go to; `models` is the key of the model. */
  secrets: Readonly<Record<string, { value: string; hosts: readonly string[] }>>
  /** Default: there are no documents. */
  knowledge?: Pick<Knowledge, 'search'>
  /** Told of every address that the service calls. */
  onCall(url: string): void
}

/** Flows of one person whose model `default` is a server of the test, asked and called through the service's own client. */
export async function openModelWorld({
  db,
  scripts,
  server,
  secrets: kept,
  knowledge,
  onCall,
}: ModelWorldOptions): Promise<{ world: FlowWorld; host: DurableProcess; effects: EffectPorts }> {
  const world = await createFlowWorld(db)
  const box = createSecretBox([Buffer.alloc(32, 1)])
  for (const [name, { value, hosts }] of Object.entries(kept)) {
    const sealed = box.seal(value, flowSecretContext(world.userId, name))
    await db.pool.query('insert into secret (user_id, name, sealed, hosts) values ($1, $2, $3, $4)', [
      ...[world.userId, name, sealed, hosts],
    ])
  }
  await db.pool.query(
    `insert into model (user_id, name, provider, base_url, model_id, secret, limits)
     values ($1, 'default', 'openai-compatible', $2, 'test-model', 'models', '{}')`,
    [world.userId, server.url],
  )
  const outbound = createOutboundHttp({ allow: ['127.0.0.1'] })
  const http: OutboundHttp = {
    addresses: outbound.addresses,
    check: (...asked) => outbound.check(...asked),
    open: (...asked) => outbound.open(...asked),
    request(request) {
      onCall(request.url)
      return outbound.request(request)
    },
  }
  const secrets = openSecrets(db, { box })
  const models = new Models({
    db,
    http,
    secrets,
    addresses: PUBLIC_ADDRESSES,
    describeCall: describeCallFailure,
  })
  const mcp = new McpTools({ http, secrets })
  const effects: EffectPorts = { http, scripts, secrets, models, mcp, ...(knowledge && { knowledge }) }
  return { world, effects, host: await world.start({ effects }) }
}
