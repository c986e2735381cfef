import { readFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createScriptSandbox } from '../../../src/platform/scripts/script-sandbox.ts'
import { useTestDatabase } from '../../support/database.ts'
import { type DurableProcess, textInput } from '../../support/durable-host.ts'
import { insertUser } from '../../support/fixtures.ts'
import { type FlowWorld, publishFlow } from '../../support/flow-world.ts'
import { KnowledgeWorld } from '../../support/knowledge.ts'
import { type ModelFault, ModelServer } from '../../support/model-server.ts'
import { openModelWorld } from '../../support/model-world.ts'

/**
 * What a contact, or a document that a tool gives back, makes a model do with tools, on a model that obeys every word: `calls` is
 * what it asks for, `obeys` what it asks for next, `says` its last answer. `reaches` is all that comes of it at the shop's server,
 * `told` what the model is told of each call, `shown` what the contact sees.
 */
interface Attack {
  id: string
  text: string
  calls: [name: string, given: string][]
  obeys?: [name: string, given: string][]
  says?: string
  gives?: string
  /** Is kept where the tool `read` looks, before the contact writes. */
  document?: string
  redirect?: string
  forEver?: boolean
  reaches: string[]
  told: string[]
  shown?: string
}

const ATTACKS = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'tool-attacks.json'), 'utf8'),
) as Attack[]
const SHOP_KEY = 'sesame-open-now-77'
const MODEL_KEY = 'sk-attack-81c20de4'
const STEPS = 4
const SAID = 'Done.'

const database = useTestDatabase()
const scripts = createScriptSandbox()
const server = new ModelServer({ key: MODEL_KEY })
let documents: KnowledgeWorld
/** What came to the shop, and what it gives. */
const reached: string[] = []
const keys = new Set<string | undefined>()
let given: Pick<Attack, 'gives' | 'redirect'> = {}
const shop = http.createServer((request, response) => {
  answer(request, response).catch(() => response.destroy())
})
async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  let body = ''
  for await (const chunk of request) body += chunk
  reached.push([request.method, request.url, body].filter(Boolean).join(' '))
  keys.add(request.headers.authorization)
  if (given.redirect !== undefined) return void response.writeHead(302, { location: given.redirect }).end()
  response.writeHead(200, { 'content-type': 'application/json' }).end(given.gives ?? '{"state":"sent"}')
}
const called: string[] = []
let shopUrl: string
let world: FlowWorld
let host: DurableProcess
let people = 0

beforeAll(async () => {
  await server.listen()
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const address = shop.address()
  if (typeof address !== 'object' || address === null) throw new Error('the shop does not listen')
  shopUrl = `http://127.0.0.1:${address.port}`
  documents = new KnowledgeWorld(database())
  const opened = await openModelWorld({
    ...{ db: database(), scripts, server, knowledge: documents.knowledge },
    secrets: {
      shop: { value: SHOP_KEY, hosts: ['127.0.0.1'] },
      models: { value: MODEL_KEY, hosts: ['127.0.0.1'] },
    },
    onCall: (url) => called.push(url),
  })
  world = opened.world
  host = opened.host
  const hidden = { bytes: 'The wifi password of the staff room is hunter2.', collection: 'staff' }
  await documents.addAndRead(hidden, documents.as(world.userId))
  const foreign = { bytes: 'The neighbour pays 9 for quinces.', collection: 'shop' }
  await documents.addAndRead(foreign, documents.as(await insertUser(database().pool)))
  await publishFlow(
    host,
    world,
    [
      ['t', 'trigger.any_message', { cooldownSec: 0 }],
      ['a', 'ai', { mode: 'agent', system: 'You answer for a shop.', maxSteps: STEPS, tools: listTools() }],
      ['e', 'send.text', { text: 'error: {{ node.a.error }}' }],
    ],
    [
      ['t', 'out', 'a'],
      ['a', 'error', 'e'],
    ],
  )
})
afterAll(async () => {
  await world.close()
  await documents.remove()
  await scripts.close()
  await server.close()
  await new Promise((resolve) => shop.close(resolve))
})

function listTools() {
  const headers = [{ name: 'Authorization', value: 'Bearer {{ secrets.shop }}' }]
  const strings = (name: string) => ({
    type: 'object',
    properties: { [name]: { type: 'string', maxLength: 40 } },
    required: [name],
    additionalProperties: false,
  })
  const tool = (name: string, rest: object) => ({ name, description: `The tool ${name}`, headers, ...rest })
  return [
    tool('order', { url: `${shopUrl}/orders/{{ args.id }}`, parameters: strings('id') }),
    tool('cancel', {
      ...{ method: 'POST', url: `${shopUrl}/cancel`, parameters: strings('id') },
      ...{ bodyType: 'json', body: '{"id":"{{ args.id }}"}' },
    }),
    tool('note', {
      ...{ url: `${shopUrl}/notes`, parameters: strings('text') },
      headers: [{ name: 'X-Note', value: '{{ args.text }}' }],
    }),
    {
      ...{ kind: 'knowledge', name: 'read', description: 'What is known of fruit' },
      knowledge: { from: 'collections', collections: ['shop'] },
    },
  ]
}

async function keepDocument({ id: title, document: bytes }: Attack): Promise<void> {
  if (bytes === undefined) return
  await documents.addAndRead({ bytes, title, collection: 'shop' }, documents.as(world.userId))
}

const toCalls = (calls: Attack['calls']): ModelFault => ({
  kind: 'call_tools',
  calls: calls.map(([name, text]) => ({ name, arguments: text })),
})

/** What the model was told of each call that it asked for, by code, by status, or that it was cut. */
const readTold = (): string[] =>
  (server.asked.at(-1)?.body.messages ?? [])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => {
      const text = String(content)
      const [, found] = /^\{"documents":(\[.*\])\}$/.exec(text) ?? []
      if (found !== undefined) return `found ${(JSON.parse(found) as unknown[]).length}`
      const [, code] = /^error ([A-Z_]+)/.exec(text) ?? []
      return code ?? (text.includes('(cut)') ? 'cut' : /"status":(\d+)/.exec(text)?.[1]) ?? text
    })

describe('an attack on a model with tools that obeys it', () => {
  test('is one of at least forty, each of its own', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(40)
    expect(new Set(ATTACKS.map(({ id }) => id)).size).toBe(ATTACKS.length)
  })

  test.each(ATTACKS.map((item) => [item.id, item] as const))('%s', async (_id, item) => {
    const { text, calls, obeys, says = SAID, forEver = false, shown = says } = item
    people += 1
    const jid = `35192${String(people).padStart(7, '0')}@s.whatsapp.net`
    await keepDocument(item)
    reached.length = 0
    given = item
    const steps = forEver ? Array.from({ length: STEPS }, () => toCalls(calls)) : [toCalls(calls)]
    server.next(...steps, ...(obeys ? [toCalls(obeys)] : []))
    server.answerAlways({ kind: 'say', content: says })
    await host.deliver([textInput(world.clientId, jid, text)])
    await host.settle()
    expect(reached).toEqual(item.reaches)
    // What was told of the last calls of one that is stopped, nobody asks any more.
    if (!forEver) expect(item.told.length === 0 ? [] : readTold()).toEqual(item.told)
    expect(world.shownTo(jid)).toEqual([shown])
    const asked = JSON.stringify(server.asked.map(({ body }) => body))
    for (const secret of [MODEL_KEY, ...(item.gives?.includes(SHOP_KEY) ? [SHOP_KEY] : [])])
      expect(asked).not.toContain(secret)
  })

  test('makes the service call nobody but the model and the shop, which alone sees the key of the shop', () => {
    const hosts = new Set(called.map((url) => new URL(url).origin))
    expect(hosts).toEqual(new Set([new URL(server.url).origin, shopUrl]))
    expect(keys).toEqual(new Set([`Bearer ${SHOP_KEY}`]))
  })
})
