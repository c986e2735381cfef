import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertUser } from '../../../test/support/fixtures.ts'
import { KnowledgeWorld } from '../../../test/support/knowledge.ts'
import { ModelServer } from '../../../test/support/model-server.ts'
import { openSecrets } from '../../../test/support/own-secrets.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { CallContext } from '../../contract/handlers.ts'
import { createOutboundHttp } from '../../platform/outbound-http.ts'
import { describeCallFailure } from '../../words/english.ts'
import { Models } from './models.ts'

const database = useTestDatabase()
let documents: KnowledgeWorld
let server: ModelServer
let models: Models
let me: CallContext

beforeEach(async () => {
  const db = database()
  documents = new KnowledgeWorld(db)
  server = new ModelServer()
  await server.listen()
  const http = createOutboundHttp({ allow: ['127.0.0.1'] })
  const secrets = openSecrets(db)
  models = new Models({
    db,
    http,
    secrets,
    addresses: http.addresses,
    knowledge: documents.knowledge,
    describeCall: describeCallFailure,
  })
  me = documents.as(await insertUser(db.pool))
  await db.pool.query(
    `insert into model (user_id, name, provider, base_url, model_id, limits)
     values ($1, 'default', 'openai-compatible', $2, 'test-model', '{}')`,
    [me.owner, server.url],
  )
  await documents.addAndRead({ bytes: 'We open at 8.', title: 'Hours', collection: 'shop' }, me)
})
afterEach(async () => {
  await server.close()
  await documents.remove()
})

const ask = (ctx: CallContext, collections: string[] | null) =>
  models.handlers.ask(
    {
      ...{
        model: 'default',
        task: { mode: 'reply' },
        instructions: 'You answer.',
        facts: null,
        prompt: null,
      },
      ...{ conversation: [{ fromMe: false, text: 'When do you open?' }], maxTokens: 100, timeoutMs: 5_000 },
      knowledge: { question: 'When do you open?', collections, maxPieces: 4 },
    },
    ctx,
  )

test('a draft that is tried is shown what is found, and is told what it was', async () => {
  server.next({ kind: 'say', content: 'At 8 [1].' })
  const answer = await ask(me, ['shop'])
  expect(answer).toMatchObject({ text: 'At 8 [1].', sources: [{ title: 'Hours' }] })
  expect(JSON.stringify(server.asked[0]?.body.messages.slice(1))).toContain('We open at 8.')
  expect(await ask(me, ['staff'])).toMatchObject({ sources: [] })
})

test('a key that may not read documents gets none by asking a model', async () => {
  const limited: CallContext = { ...me, principal: { ...me.principal, via: 'key', scopes: ['flows:write'] } }
  expect((await readRefusal(ask(limited, null))).data).toMatchObject({ scope: 'knowledge:read' })
  expect(server.asked).toEqual([])
  const reader = {
    ...limited,
    principal: { ...limited.principal, scopes: ['flows:write', 'knowledge:read'] },
  }
  expect(await ask(reader, null)).toMatchObject({ error: null })
})
