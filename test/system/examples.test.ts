import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SandboxContact } from '../../src/bin/demo/sandbox-contact.ts'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { Businesses } from '../support/examples/businesses.ts'
import {
  type ExampleFlow,
  type LiveCase,
  type LiveStep,
  type LiveTable,
  readExample,
} from '../support/examples/live-case.ts'
import {
  buildCaller,
  keywordOf,
  RECIPE_CALLS,
  type RecipeCall,
  readRecipe,
} from '../support/examples/recipe-calls.ts'
import { RecipeServices } from '../support/examples/recipe-services.ts'
import { MailServerOfTests } from '../support/mail-server.ts'
import { type ModelFault, ModelServer } from '../support/model-server.ts'
import { createWorkplace, type ServiceProcess } from '../support/service-process.ts'

/** The example flows, and which of its cases each plays here, with a simulated phone in the place of the case's contact. */
const PLAYED: readonly { name: string; title: string; rows?: Readonly<Record<string, number>> }[] = [
  { name: 'restaurant-cart', title: 'um pedido rápido para retirar', rows: { pedidos: 1 } },
  { name: 'clinic-bookings', title: 'o mesmo horário é dado uma vez só', rows: { consultas: 2 } },
  { name: 'support-desk', title: 'an answer from the documents, then an order that is looked up' },
  { name: 'lead-qualification', title: 'um lead frio cujo assunto a IA entende', rows: { leads: 1 } },
  { name: 'nps-survey', title: 'depois da compra um promotor avalia em público', rows: { nps: 1 } },
  { name: 'shop-payment', title: 'two pay for the last one', rows: { sales: 1 } },
  { name: 'school-office', title: 'dois querem a última vaga ao mesmo tempo', rows: { visitantes: 1 } },
  { name: 'gym-members', title: 'the last place of a class is given once', rows: { class_bookings: 2 } },
  { name: 'estate-agent', title: 'the assistant finds homes with its tool, and a viewing is booked' },
  {
    name: 'event-signup',
    title: 'the last place, the waiting list, and a place that becomes free',
    rows: { signups: 1 },
  },
  { name: 'delivery-tracking', title: 'ninguém em casa: remarca, e quem prefere retira na agência' },
  { name: 'languages-menu', title: 'in English, with a map, and a change to Spanish' },
]
const KEY = 'key-of-the-businesses'
const HOOK = 'secret-of-the-payment-service'
const SECRETS = {
  ...{ lumen_api: KEY, pay: KEY, pay_hook: HOOK, escola: KEY, entregas: KEY },
  ...{ google: KEY, stripe: KEY, mercadopago: KEY, calcom: KEY, hubspot: KEY },
}
const ALWAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, [['00:00', '24:00']]])
/** For one answer, and for all of a conversation. */
const ANSWER_WITHIN_MS = 120_000
const WITHIN_MS = 600_000
const LOOK_EVERY_MS = 200

const place = createWorkplace({ OUTBOUND_ALLOW: '127.0.0.1' })
const model = new ModelServer()
const businesses = new Businesses(KEY)
const recipeServices = new RecipeServices(KEY)
const mail = new MailServerOfTests({ disabledCommands: ['STARTTLS', 'AUTH'], authOptional: true })
const flows = new Map<string, { id: string; example: ExampleFlow }>()
let service: ServiceProcess
let account: PairedAccount

/** Sets up what a flow needs, imports and publishes it, as its owner would. */
async function publish(name: string, base: string): Promise<void> {
  const { api, clientId } = account
  const { flow: example, live } = readExample(name, base, new Date())
  const tables = Object.entries(live.testCases[0]?.tables ?? {})
  await Promise.all(tables.map(([table, shape]) => makeTable(table, shape)))
  const hours = example.nodes.filter(({ type, id }) => type === 'business_hours' && id === 'horario')
  for (const { data } of hours) data.weekly = Object.fromEntries(ALWAYS)
  const { id } = await api.call<{ id: string }>('flows.import', { ...example, clientId })
  if (example.bundle) {
    const all = await api.call<{ id: string; name: string }[]>('flows.list', {})
    for (const { name: bundled } of example.bundle) {
      await api.call('flows.publish', { id: all.find((flow) => flow.name === bundled)?.id })
    }
  }
  // The cases are played by the unit tests; here one publish shows that the service plays them too.
  await api.call('flows.publish', { id, ignoreTestCases: name !== 'delivery-tracking' })
  flows.set(name, { id, example: live })
}

async function makeTable(name: string, { columns, unique = [], rows = [] }: LiveTable): Promise<void> {
  const { api } = account
  await api.call('tables.set', {
    ...{ name, unique },
    columns: Object.entries(columns).map(([column, type]) => ({ name: column, type })),
  })
  if (rows.length > 0) await api.call('tables.rows.add', { table: name, rows })
}

/** Imports and publishes each recipe, and for each call a flow that makes it. */
async function publishRecipes(base: string): Promise<void> {
  const { api, clientId } = account
  const settings = {
    kind: 'smtp',
    host: '127.0.0.1',
    port: mail.port,
    security: 'none',
    from: 'shop@example.com',
  }
  await api.call('secrets.connections.set', { name: 'mail', settings })
  const ids = new Map<string, string>()
  for (const recipe of new Set(RECIPE_CALLS.map((call) => call.recipe))) {
    const { id } = await api.call<{ id: string }>('flows.import', { ...readRecipe(recipe, base), clientId })
    await api.call('flows.publish', { id, ignoreTestCases: true })
    ids.set(recipe, id)
  }
  for (const [index, call] of RECIPE_CALLS.entries()) {
    const caller = buildCaller(call, index, ids.get(call.recipe) ?? '', clientId)
    const { id } = await api.call<{ id: string }>('flows.import', caller)
    await api.call('flows.publish', { id })
  }
}

/** What a model says in a case, told by the words of the contact that it was asked with. */
const said = new Map<string, ModelFault[]>()

function remember({ text, ai }: LiveStep): void {
  if (text === undefined || ai === undefined) return
  const answers = [ai].flat() as {
    text?: string
    object?: unknown
    calls?: { name: string; input: unknown }[]
  }[]
  const faults = answers.map(({ text: reply, object, calls }): ModelFault => {
    if (!calls) return { kind: 'say', content: reply ?? JSON.stringify(object) }
    const made = calls.map(({ name, input }) => ({ name, arguments: JSON.stringify(input) }))
    return { kind: 'call_tools', calls: made }
  })
  said.set(text, faults)
}

beforeAll(async () => {
  await model.listen()
  const base = await businesses.listen()
  model.answerAlways(({ messages }) => {
    const at = messages.findLastIndex(({ role }) => role === 'user')
    const words = String(messages[at]?.content).split('\n').at(-1) ?? ''
    const turn = messages.slice(at).filter(({ role }) => role === 'tool').length
    return said.get(words)?.[turn] ?? { kind: 'say', content: `nobody said what to answer to "${words}"` }
  })
  service = await place.start()
  account = await pairAccount(place, () => service.url)
  const { api } = account
  await api.call('models.set', {
    ...{ name: 'default', provider: 'openai-compatible', baseUrl: model.url, modelId: 'test-model' },
  })
  for (const [name, value] of Object.entries(SECRETS)) {
    await api.call('secrets.set', { name, value, hosts: ['127.0.0.1'] })
  }
  const text = '# Warranty\n\nEvery lamp has a warranty of two years.'
  const file = { base64: Buffer.from(text).toString('base64'), mimetype: 'text/markdown' }
  await api.call('knowledge.add', { file, fileName: 'warranty.md', collection: 'help' })
  await mail.listen()
  await Promise.all([...PLAYED, { name: 'stop-word' }].map(({ name }) => publish(name, base)))
  await publishRecipes(await recipeServices.listen())
}, WITHIN_MS)

afterAll(async () => {
  await place.remove()
  await model.close()
  await businesses.close()
  await recipeServices.close()
  await mail.close()
})

/** A contact of a case: their phone, and how much of what it got was looked at. */
interface Person {
  contact: SandboxContact
  seen: number
}

/** The day that a prompt gives as an example is today's. */
const withoutToday = (text: string): string => text.replace(/(Por exemplo: |such as )[\d/-]{10}/, '$1TODAY')
/** A place is read by the name it has; a case writes it with where it is. */
const isSame = (got: string | null, expected: string): boolean =>
  expected.startsWith('[location]') ? got !== null && expected.includes(got) : got === expected

/** Looked at less often than other states are: thirteen conversations at a time would look more than they talk. */
async function awaitMessages(contact: SandboxContact, count: number, where: string) {
  const until = Date.now() + ANSWER_WITHIN_MS
  for (;;) {
    const all = await contact.read(0)
    if (all.length >= count) return all
    if (Date.now() > until) throw new Error(`${where}: ${all.length} of ${count} messages came`)
    await sleep(LOOK_EVERY_MS)
  }
}

async function look(person: Person, expected: readonly string[], where: string): Promise<void> {
  const count = person.seen + expected.length
  const got = await awaitMessages(person.contact, count, where)
  const fresh = got.slice(person.seen).map(({ text }) => text && withoutToday(text))
  const wanted = expected.map((text, index) => {
    const own = withoutToday(text)
    return isSame(fresh[index] ?? null, own) ? fresh[index] : own
  })
  expect(fresh).toEqual(wanted)
  person.seen = got.length
}

class LivePlay {
  private readonly people = new Map<string, Person>()
  private readonly phones = new Map<string, string>()
  private readonly flowId: string
  private readonly business: string
  private readonly played: LiveCase

  constructor({ id, example }: { id: string; example: ExampleFlow }, played: LiveCase) {
    this.flowId = id
    this.played = played
    this.business = /127\.0\.0\.1:\d+\/(\w+)/.exec(JSON.stringify(example.nodes))?.[1] ?? ''
    const contacts: NonNullable<LiveCase['contacts']> = { u1: {}, ...played.contacts }
    for (const [jid, { name = 'Ana', phone }] of Object.entries(contacts)) {
      const person = { contact: newContact(place.dataDir, name), seen: 0 }
      this.people.set(jid, person)
      if (phone !== undefined) this.phones.set(phone, person.contact.number)
    }
  }

  async run(): Promise<void> {
    for (const [index, step] of this.played.script.entries()) {
      const person = this.people.get(step.jid ?? 'u1')
      if (!person) throw new Error(`no contact ${step.jid}`)
      remember(step)
      for (const answer of [step.http ?? []].flat()) businesses.next(this.business, answer as object)
      await this.act(step, person)
      const { out = [] } = step.expect ?? {}
      await look(person, out, `${this.played.title}, step ${index + 1}: ${step.text ?? 'a call'}`)
    }
  }

  private async act({ text, webhook, call }: LiveStep, { contact }: Person): Promise<void> {
    if (text !== undefined) return contact.sendText(account.number, text)
    if (webhook) {
      const addresses = await account.api.call<{ nodeId: string; path: string }[]>('flows.incoming.list', {
        id: this.flowId,
      })
      const body = Object.entries(webhook.body).map(([name, value]) => [
        name,
        this.phones.get(String(value)) ?? value,
      ])
      const url = `${service.url}${addresses.find(({ nodeId }) => nodeId === webhook.node)?.path}`
      const status = await businesses.callBack(url, Object.fromEntries(body), '')
      expect(status).toBe(202)
    }
    if (call) {
      const asked = businesses.calls.filter(({ business }) => business === this.business)
      const own = [...this.people.values()].findIndex((person) => person.contact === contact)
      const { callback_url: url = '' } = (asked[own]?.body ?? {}) as { callback_url?: string }
      expect(await businesses.callBack(url, call.body, HOOK)).toBe(202)
    }
  }
}

test.concurrent.each(PLAYED)(
  '$name talks with a phone as its case says',
  async ({ name, title, rows = {} }) => {
    const flow = flows.get(name)
    const played = flow?.example.testCases.find((item) => item.title === title)
    if (!flow || !played) throw new Error(`no case "${title}" of ${name}`)
    await new LivePlay(flow, played).run()
    for (const [table, count] of Object.entries(rows)) {
      const { total } = await account.api.call<{ total: number }>('tables.rows.list', { table })
      expect([table, total]).toEqual([table, count])
    }
  },
  WITHIN_MS,
)

test.concurrent(
  'the stop word ends a conversation of another flow',
  async () => {
    const person: Person = { contact: newContact(place.dataDir), seen: 0 }
    await person.contact.sendText(account.number, 'avaliar')
    await look(person, ['De 0 a 10, quanto você indicaria a nossa loja a um amigo?'], 'the question')
    await person.contact.sendText(account.number, 'Sair!')
    await look(person, ['Tudo bem, encerrei por aqui. Quando quiser, é só chamar. 👋'], 'the goodbye')
    const { states } = await account.api.call<{ states: { state: string }[] }>('flows.states.list', {
      ...{ clientId: account.clientId, contactJid: person.contact.number },
    })
    expect(states.map(({ state }) => state).toSorted()).toEqual(['cancelled', 'completed'])
  },
  WITHIN_MS,
)

async function callRecipe(index: number, { expected, after, writes }: RecipeCall): Promise<void> {
  const person: Person = { contact: newContact(place.dataDir), seen: 0 }
  await person.contact.sendText(account.number, keywordOf(index))
  for (const [at, text] of expected.entries()) {
    await look(person, [text], `${keywordOf(index)}; refused: ${recipeServices.refused.join('\n')}`)
    if (at > 0) continue
    await after?.(recipeServices)
    if (writes !== undefined) await person.contact.sendText(account.number, writes)
  }
}

test.concurrent(
  'each recipe is called by another flow, and its service takes what it sends',
  async () => {
    await Promise.all(RECIPE_CALLS.map((call, index) => callRecipe(index, call)))
    expect(recipeServices.rows.at(-1)).toEqual(['Ana', '=IMPORTXML(1)', 2])
    expect(recipeServices.events).toMatchObject([
      { summary: 'Ana', end: { dateTime: '2030-05-02T10:30:00.000Z' } },
    ])
    expect(mail.taken).toMatchObject([{ from: 'shop@example.com', to: ['shop@example.com'] }])
    expect(recipeServices.contacts.get('ana@example.org')).toEqual({
      email: 'ana@example.org',
      firstname: 'Ana',
    })
    // The spreadsheet that is not there.
    expect(recipeServices.refused).toHaveLength(1)
  },
  WITHIN_MS,
)
