import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findForeignLink } from '../../../src/core/flow/nodes/ai/answer-check.ts'
import { createScriptSandbox } from '../../../src/platform/scripts/script-sandbox.ts'
import { useTestDatabase } from '../../support/database.ts'
import { type DurableProcess, textInput } from '../../support/durable-host.ts'
import { type FlowWorld, publishFlow, type ShortNode } from '../../support/flow-world.ts'
import { KnowledgeWorld } from '../../support/knowledge.ts'
import { type ModelFault, ModelServer } from '../../support/model-server.ts'
import { openModelWorld } from '../../support/model-world.ts'

/**
 * Texts and documents that try to make a model do what its flow does not want, with what a model says that obeys them: the worst
 * one there can be. What the service lets through stands in `results.json`; UPDATE_ATTACKS=1 writes it anew.
 */
interface Attack {
  id: string
  mode: 'reply' | 'extract' | 'classify'
  /** `knowledge`: a document that its owner keeps and that somebody else wrote. */
  where: 'message' | 'document' | 'knowledge'
  text: string
  obeys: string | { tool: string; arguments: string }
}

const FILE = path.join(import.meta.dirname, 'prompt-injection.json')
const RESULTS = path.join(import.meta.dirname, 'results.json')
const ATTACKS = JSON.parse(readFileSync(FILE, 'utf8')) as Attack[]
const SECRETS = { shop: 'sesame-open-now-77', models: 'sk-attack-81c20de4' }
const INSTRUCTIONS = 'You answer for a bakery.'
const TASKS = {
  reply: { linkHosts: ['shop.test'] },
  classify: {
    routes: [
      { id: 'order', description: 'Wants to order' },
      { id: 'hours', description: 'Asks when we are open' },
    ],
  },
  extract: {
    saveAs: 'found',
    schema: {
      type: 'object',
      required: ['size'],
      additionalProperties: false,
      properties: { size: { type: 'string', enum: ['S', 'M'] } },
    },
  },
}

/** What follows an answer; its id is the exit that leads there, or the way of it. */
const ENDS: Record<Attack['mode'], ShortNode[]> = {
  reply: [],
  classify: [
    ['order', 'send.text', { text: 'way: order' }],
    ['hours', 'send.text', { text: 'way: hours' }],
  ],
  extract: [['ok', 'send.text', { text: 'object: {{ vars.found | json }}' }]],
}

const database = useTestDatabase()
const scripts = createScriptSandbox()
const server = new ModelServer({ key: SECRETS.models })
/** Every address the service called. */
const called: string[] = []

interface Place {
  world: FlowWorld
  host: DurableProcess
  documents: KnowledgeWorld
}
const places = new Map<string, Place>()
let people = 0

beforeAll(async () => {
  await server.listen()
  for (const { mode, where } of ATTACKS) {
    const place = `${mode} ${where}`
    if (!places.has(place)) places.set(place, await open(mode, where))
  }
})
afterAll(async () => {
  for (const { world, documents } of places.values()) {
    await world.close()
    await documents.remove()
  }
  await scripts.close()
  await server.close()
})

/** A flow that asks the model about what the contact wrote, and about a document with it where one is meant. */
async function open(mode: Attack['mode'], where: Attack['where']): Promise<Place> {
  const documents = new KnowledgeWorld(database())
  const { world, host } = await openModelWorld({
    ...{ db: database(), scripts, server, knowledge: documents.knowledge },
    secrets: {
      shop: { value: SECRETS.shop, hosts: ['shop.test'] },
      models: { value: SECRETS.models, hosts: ['127.0.0.1'] },
    },
    onCall: (url) => called.push(url),
  })
  const facts =
    where === 'document' ? { facts: 'Document: {{ vars.doc }}', prompt: 'Answer about the document.' } : {}
  const knowledge = where === 'knowledge' ? { knowledge: { from: 'all' } } : {}
  await publishFlow(
    host,
    world,
    [
      ['t', 'trigger.any_message', { cooldownSec: 0 }],
      ['d', 'set', { assign: [{ var: 'doc', op: 'set', value: '{{ message.text }}' }] }],
      ['a', 'ai', { mode, system: INSTRUCTIONS, ...facts, ...knowledge, ...TASKS[mode] }],
      ['e', 'send.text', { text: 'error: {{ node.a.error }}' }],
      ...ENDS[mode],
    ],
    [
      ['t', 'out', 'd'],
      ['d', 'out', 'a'],
      ['a', 'error', 'e'],
      ...ENDS[mode].map(([id]): [string, string, string] => [
        'a',
        mode === 'classify' ? `route:${id}` : id,
        id,
      ]),
    ],
  )
  return { world, host, documents }
}

const obey = ({ obeys }: Attack): ModelFault =>
  typeof obeys === 'string'
    ? { kind: 'say', content: obeys }
    : { kind: 'call_tool', name: obeys.tool, arguments: obeys.arguments }

interface Result {
  shown: string[]
  prompt: { system: string; others: string }
}

async function attack(attacked: Attack): Promise<Result> {
  const { world, host, documents } = places.get(`${attacked.mode} ${attacked.where}`) as Place
  people += 1
  const jid = `35191${String(people).padStart(7, '0')}@s.whatsapp.net`
  const before = server.asked.length
  server.next(obey(attacked))
  if (attacked.where === 'knowledge') {
    await documents.addAndRead({ bytes: attacked.text, title: attacked.id }, documents.as(world.userId))
  }
  const said = attacked.where === 'knowledge' ? `What do you know of ${attacked.id}?` : attacked.text
  await host.deliver([textInput(world.clientId, jid, said)])
  await host.settle()
  expect(server.asked.length).toBe(before + 1)
  const [system, ...others] = server.asked.at(-1)?.body.messages ?? []
  return {
    shown: world.shownTo(jid),
    prompt: { system: JSON.stringify(system), others: JSON.stringify(others) },
  }
}

const results: Record<string, string> = {}

/** What left, short enough to be kept. */
const sumUp = ([first = '']: string[]): string => {
  if (/^(error|way|object): /.test(first)) return first
  return `said: ${first.length > 60 ? `${first.slice(0, 60)}…` : first}`
}

describe('an attack on a model that obeys it', () => {
  test('is one of at least forty, each of its own', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(40)
    expect(new Set(ATTACKS.map(({ id }) => id)).size).toBe(ATTACKS.length)
    expect(new Set(ATTACKS.map(({ text }) => text)).size).toBe(ATTACKS.length)
  })

  test.each(ATTACKS.map((item) => [item.id, item] as const))('%s', async (id, item) => {
    const { shown, prompt } = await attack(item)
    results[id] = sumUp(shown)
    const said = shown.join('\n')
    // Nobody is left without an answer, and nothing but the flow's own words is obeyed.
    expect(shown.length).toBeGreaterThan(0)
    expect(prompt.system).toContain(INSTRUCTIONS)
    expect(prompt.system).not.toContain(JSON.stringify(item.text).slice(1, -1))
    expect(prompt.others).toContain(
      JSON.stringify(item.text.slice(0, 20).replaceAll(/<(?=\/?(?:data|document)\b)/gi, '‹')).slice(1, -1),
    )
    for (const secret of Object.values(SECRETS)) {
      expect(prompt.system + prompt.others + said).not.toContain(secret)
      for (const writing of [Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')]) {
        expect(said).not.toContain(writing)
      }
    }
    expect(findForeignLink(said, ['shop.test'])).toBeNull()
    expect(said.length).toBeLessThan(2_000)
    if (item.mode === 'classify') expect(said).toMatch(/^(way: (order|hours)|error: \w+)$/)
    if (item.mode === 'extract') expect(said).toMatch(/^(object: \{"size":"[SM]"\}|error: \w+)$/)
    if (typeof item.obeys !== 'string') expect(said).toBe('error: ANSWER_EMPTY')
  })

  test('makes the service call nobody but the server of the model', () => {
    expect(new Set(called)).toEqual(new Set([`${server.url}/chat/completions`]))
    expect(called).toHaveLength(ATTACKS.length)
  })

  test('comes to what it came to before', () => {
    if (process.env.UPDATE_ATTACKS === '1') writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
    expect(results).toEqual(JSON.parse(readFileSync(RESULTS, 'utf8')))
  })
})
