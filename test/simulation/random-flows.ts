import { GROUP_MEMBER_ACTS } from '../../src/core/flow/effects.ts'
import {
  FALLBACK_BEHAVIORS,
  type FlowDefinition,
  parseDefinition,
  RETRIGGER_BEHAVIORS,
} from '../../src/core/flow/index.ts'
import { GROUP } from './incoming.ts'
import type { Random } from './random.ts'
import { drawTriggers, type Shape } from './random-triggers.ts'

/** What contacts write: triggers, answers, options and nonsense. */
export const WORDS = ['go', 'start', 'menu', 'yes', '1', '2', 'Ex', 'Why', '42', 'zzz', 'stop', 'hello there']

export interface FlowDocument {
  name: string
  nodes: { id: string; type: string; data: Record<string, unknown> }[]
  edges: { id: string; source: string; sourceHandle: string; target: string }[]
  settings: Record<string, unknown>
  retriggerBehavior: string
  fallbackBehavior: string
  fallbackText: string
}

/** Labels of the workspace; flows name one that it does not have too. */
export const LABELS = [
  { id: '00000000-0000-4000-8000-0000000001a0', name: 'hot' },
  { id: '00000000-0000-4000-8000-0000000001a1', name: 'cold' },
]

const OPTIONS = [
  { id: 'x', label: 'Ex' },
  { id: 'y', label: 'Why', aliases: ['yes'] },
]
const ARMS = [
  { id: 'k', weight: 1 },
  { id: 'l', weight: 2 },
]
const ROUTES = [
  { id: 'k', description: 'One way' },
  { id: 'l', description: 'The other' },
]
const ONE_TEXT = { type: 'object', properties: { x: { type: 'string' } }, additionalProperties: false }
const EVERY_DAY = [['08:00', '20:00']]
const WEEK = {
  mon: EVERY_DAY,
  tue: EVERY_DAY,
  wed: EVERY_DAY,
  thu: EVERY_DAY,
  fri: EVERY_DAY,
  sat: EVERY_DAY,
}

/** A tool of each kind; what models of the simulation ask for is drawn by their names. */
const drawTools = (flowId: string) => [
  { name: 'look', description: 'Looks', url: 'https://example.com/{{ args.x }}', parameters: ONE_TEXT },
  { name: 'send', description: 'Sends', url: 'https://example.com/', method: 'POST', body: { a: 1 } },
  { kind: 'mcp', name: 'find', description: 'Finds', url: 'https://example.com/mcp', parameters: ONE_TEXT },
  { kind: 'knowledge', name: 'read', description: 'Reads', knowledge: { from: 'all', maxPieces: 2 } },
  { kind: 'flow', name: 'run', description: 'Runs', flowId, outputs: ['a'] },
  { kind: 'handoff', name: 'person', description: 'Calls a person' },
]

/** Every node type of the palette that stands inside of a flow, with handles that may be left unconnected. */
const SHAPES: ((random: Random, others: readonly string[]) => Shape)[] = [
  () => ({ type: 'send.text', data: { text: 'say {{ vars.a }} {{ vars.i }}' }, handles: ['out'] }),
  () => ({
    type: 'send.text',
    data: { text: 'quote {{ message.text }}', quote: true },
    handles: ['out', 'failed'],
  }),
  () => ({
    type: 'send.media',
    data: { kind: 'image', url: 'https://example.com/a.jpg' },
    handles: ['out', 'failed'],
  }),
  () => ({
    type: 'each',
    data: { list: '{{ "p,q" | split: "," }}', itemAs: 'a', indexAs: 'i' },
    handles: ['each', 'done'],
  }),
  () => ({
    type: 'menu.list',
    data: { prompt: 'List?', list: '{{ "Ex,Why,Zed" | split: "," }}', pageSize: 2, timeoutSec: 30 },
    handles: ['chosen', 'invalid', 'timeout'],
  }),
  () => ({ type: 'send.location', data: { latitude: 1, longitude: 2 }, handles: ['out', 'failed'] }),
  () => ({
    type: 'send.contact',
    data: { contacts: [{ displayName: 'Desk', phone: '+351912345678' }] },
    handles: ['out', 'failed'],
  }),
  () => ({
    type: 'send.poll',
    data: { question: 'Days?', options: ['Ex', 'Why'] },
    handles: ['out', 'failed'],
  }),
  (random) => ({
    type: 'ask',
    data: {
      ...{
        prompt: random.pick(['A?', 'B?']),
        saveAs: random.pick(['a', 'b']),
        timeoutSec: random.pick([20, 60]),
      },
      ...{ maxAttempts: random.int(1, 2), validate: { type: random.pick(['any', 'number', 'yes_no']) } },
      ...(random.chance(0.3) ? { reminders: [{ afterSec: 10, text: 'Still there?' }] } : {}),
    },
    handles: ['reply', 'invalid', 'timeout'],
  }),
  (random) => ({
    type: 'ask',
    data: { prompt: 'Anything?', saveAs: 'a', consumeTrigger: random.chance(0.5) },
    handles: ['reply'],
  }),
  (random) => ({
    type: 'menu',
    data: { prompt: 'Pick', render: random.pick(['numbered', 'poll']), timeoutSec: 30, options: OPTIONS },
    handles: ['opt:x', 'opt:y', 'invalid', 'timeout'],
  }),
  () => ({
    type: 'condition',
    data: { cases: [{ id: 'k', all: [{ left: '{{ vars.i }}', op: 'gt', right: 2 }] }] },
    handles: ['case:k', 'else'],
  }),
  () => ({ type: 'set', data: { assign: [{ var: 'i', op: 'increment' }] }, handles: ['out'] }),
  (random) => ({
    type: 'set',
    data: {
      assign: [
        { var: 'i', op: 'compute', formula: 'default(vars.i, 0) * 2 + random_int(1, 3)' },
        {
          var: 'b',
          op: 'compute',
          formula: random.pick(['10 / (vars.i % 3)', 'upper(message.text) & vars.i']),
        },
      ],
    },
    handles: ['out', 'error'],
  }),
  () => ({
    type: 'set',
    data: { assign: [{ scope: 'contact', var: 'seen', value: '{{ message.text }}' }] },
    handles: ['out'],
  }),
  (random) => ({
    type: 'http',
    data: {
      ...{ url: 'https://example.com/{{ vars.a }}', map: [{ path: 'n', var: 'i' }] },
      ...{ method: random.pick(['GET', 'POST']), retries: random.int(0, 2) },
    },
    handles: ['ok', 'error'],
  }),
  (random) => ({
    type: 'table',
    data: random.pick([
      { table: 'slots', operation: 'add', values: { day: '{{ vars.a }}' }, saveAs: 'b' },
      { table: 'slots', operation: 'find', saveAs: 'b' },
    ]),
    handles: ['ok', 'error'],
  }),
  () => ({
    type: 'email',
    data: { secret: '{{ secrets.mail }}', to: 'shop@example.com', subject: 'Order', text: '{{ vars.a }}' },
    handles: ['sent', 'error'],
  }),
  () => ({ type: 'code', data: { source: 'return 1', saveAs: 'i' }, handles: ['ok', 'error'] }),
  () => ({
    type: 'ai',
    data: { system: 'You answer.', saveAs: 'b', historyTurns: 0 },
    handles: ['ok', 'error'],
  }),
  () => ({
    type: 'ai',
    data: { mode: 'classify', system: 'You sort.', historyTurns: 0, routes: ROUTES },
    handles: ['route:k', 'route:l', 'error'],
  }),
  (random, others) => ({
    type: 'ai',
    data: {
      ...{ mode: 'agent', system: 'You answer.', saveAs: 'b', historyTurns: 0, maxSteps: 4 },
      ...{ tools: drawTools(random.pick(others)), onMessage: random.pick(['wait', 'restart']) },
    },
    handles: ['ok', 'handoff', 'error'],
  }),
  (random) => ({
    type: 'ai',
    data: {
      ...{ system: 'You answer.', historyTurns: 0, onMessage: random.pick(['wait', 'restart']) },
      ...(random.chance(0.6) && { approval: true, approvalSec: random.pick([20, 600]) }),
    },
    handles: ['ok', 'error'],
  }),
  (random) => ({
    type: 'delay',
    data: { seconds: random.pick([2, 15, 50]), onMessage: random.pick(['ignore', 'buffer', 'skip']) },
    handles: ['out'],
  }),
  () => ({
    type: 'business_hours',
    data: { timezone: 'Europe/Lisbon', weekly: WEEK },
    handles: ['open', 'closed'],
  }),
  () => ({ type: 'split', data: { arms: ARMS }, handles: ['arm:k', 'arm:l'] }),
  () => ({ type: 'goal', data: { name: 'Done', amount: '{{ vars.i }}' }, handles: ['out'] }),
  (random, others) => ({
    type: 'subflow',
    data: { flowId: random.pick(others) },
    handles: ['done', 'failed'],
  }),
  (random, others) => ({ type: 'switch_flow', data: { flowId: random.pick(others) }, handles: [] }),
  (random) => ({
    type: 'handoff',
    data: { text: 'A person takes over', durationSec: random.pick([20, 60]) },
    handles: ['resumed'],
  }),
  () => ({ type: 'contact.tag', data: { add: ['vip'], remove: ['lead'] }, handles: ['out'] }),
  () => ({ type: 'contact.flag', data: { flag: 'favourite' }, handles: ['out'] }),
  () => ({ type: 'contact.flag', data: { flag: 'blacklist' }, handles: [] }),
  () => ({ type: 'webhook.emit', data: { event: 'x', payload: { n: '{{ vars.i }}' } }, handles: ['out'] }),
  () => ({ type: 'chat.action', data: { action: 'read' }, handles: ['out'] }),
  () => ({ type: 'chat.action', data: { action: 'typing', value: 500 }, handles: ['out'] }),
  (random) => ({
    type: 'group.members',
    data: { act: random.pick(GROUP_MEMBER_ACTS), group: GROUP, people: '{{ contact.jid }}' },
    handles: ['ok', 'error'],
  }),
  (random) => ({
    type: 'group.members',
    data: { act: random.pick(GROUP_MEMBER_ACTS) },
    handles: ['ok', 'error'],
  }),
  () => ({ type: 'group.send', data: { group: GROUP, text: 'all {{ vars.i }}' }, handles: ['ok', 'error'] }),
  (random) => ({
    type: 'group.invite',
    data: { group: GROUP, renew: random.chance(0.5), saveAs: 'b' },
    handles: ['ok', 'error'],
  }),
  (random) => ({
    type: 'chat.label',
    data: random.pick([
      { add: ['hot'], remove: ['cold'] },
      { add: ['cold'], remove: ['hot'] },
      { add: ['{{ vars.a }}', 'hot'] },
    ]),
    handles: ['out'],
  }),
  () => ({ type: 'goto', data: {}, handles: [] }),
  () => ({ type: 'end', data: {}, handles: [] }),
]

const WAITS_FOR_CONTACT = ['ask', 'menu']
const CALLS = ['http', 'code', 'ai', 'delay', 'handoff', 'subflow', 'switch_flow']

/**
 * Where a node may lead: to later ones, and back to those that wait for the contact. Rounds that nobody slows are rare, and
 * are not made of calls, which would go on for hundreds of events until a brake holds them.
 */
function findTargets(random: Random, shapes: readonly Shape[], from: number, first: number): string[] {
  const mayLoop = random.chance(0.05) && !shapes.some(({ type }) => CALLS.includes(type))
  return shapes.flatMap(({ type }, at) => {
    if (at < first) return []
    return at > from || mayLoop || WAITS_FOR_CONTACT.includes(type) ? `n${at}` : []
  })
}

/** A jump forward; the last node of a flow is never one. */
const findLater = (random: Random, shapes: readonly Shape[], at: number): number =>
  random.int(at + 1, shapes.length - 1)

interface FreeHandle {
  at: number
  sourceHandle: string
}

const toEdge = ({ at, sourceHandle }: FreeHandle, target: string, id: number) => ({
  ...{ id: `e${id}`, source: `n${at}`, sourceHandle, target },
})

/** A graph in which every node can be reached: each hangs on a free handle of an earlier one, the rest leads anywhere. */
function connect(random: Random, shapes: readonly Shape[], triggers: number): FlowDocument['edges'] {
  const edges: FlowDocument['edges'] = []
  const free: FreeHandle[] = []
  for (const [at, { type, handles, data }] of shapes.entries()) {
    const [place] = at >= triggers && free.length > 0 ? free.splice(random.int(0, free.length - 1), 1) : []
    if (place) edges.push(toEdge(place, `n${at}`, edges.length))
    if (type === 'goto') data.targetNodeId = `n${findLater(random, shapes, at)}`
    free.push(...handles.map((sourceHandle) => ({ at, sourceHandle })))
  }
  for (const from of free) {
    const targets = findTargets(random, shapes, from.at, triggers)
    const isWanted = from.at < triggers || random.chance(0.6)
    if (targets.length > 0 && isWanted) edges.push(toEdge(from, random.pick(targets), edges.length))
  }
  return edges
}

/**
 * Languages by the field that flows write what was said into; two of the words are tags of languages. Each has every second
 * text, so that texts fall back.
 */
function buildLanguages(shapes: readonly Shape[]): Record<string, unknown> {
  const said = (text: string) => ({ text, of: 0 })
  const textsOf = (language: string, rest: number) =>
    shapes.flatMap(({ type, data }, at): [string, object][] => {
      if (at % 2 !== rest) return []
      if (type === 'send.text') return [[`n${at}.text`, said(`${language} {{ vars.a }}`)]]
      if (type === 'trigger.keyword') return [[`n${at}.values`, said('stop')]]
      if (type === 'menu') return [[`n${at}.options.x.label`, said('zzz')]]
      return data.prompt === undefined ? [] : [[`n${at}.prompt`, said(`${language}?`)]]
    })
  const texts = {
    go: Object.fromEntries(textsOf('go', 0)),
    yes: Object.fromEntries(textsOf('yes', 1)),
  }
  return { main: 'en', others: ['go', 'yes'], field: 'seen', texts }
}

/** A valid flow over the whole palette; `flowIds` are those it may call. */
export function drawFlow(
  random: Random,
  name: string,
  flowIds: readonly string[],
  isMenu: boolean,
): FlowDocument {
  const triggers = drawTriggers(random, isMenu)
  const count = random.int(4, 9)
  const shapes = [...triggers]
  let open = triggers.reduce((sum, { handles }) => sum + handles.length, 0)
  while (shapes.length < triggers.length + count && open > 0) {
    const shape = random.pick(SHAPES)(random, flowIds)
    if (open === 1 && shape.handles.length === 0) continue
    open += shape.handles.length - 1
    shapes.push(shape)
  }
  if (shapes.at(-1)?.type === 'goto') shapes.push({ type: 'end', data: {}, handles: [] })
  return {
    name,
    nodes: [
      ...shapes.map(({ type, data }, at) => ({ id: `n${at}`, type, data })),
      ...(random.chance(0.2) ? [{ id: 'note', type: 'note', data: { text: 'by chance' } }] : []),
    ],
    edges: connect(random, shapes, triggers.length),
    settings: {
      ...{ inputDebounceMs: random.pick([0, 0, 0, 3_000]), typeAhead: random.chance(0.3) },
      languages: buildLanguages(shapes),
      // Of what is drawn already: another draw would change all histories.
      ...(count % 2 === 0 ? { stopWords: ['Stop', 'zzz'] } : {}),
    },
    retriggerBehavior: random.pick(RETRIGGER_BEHAVIORS),
    fallbackBehavior: random.pick(FALLBACK_BEHAVIORS),
    fallbackText: 'Sorry?',
  }
}

export function toDefinition(document: FlowDocument): FlowDefinition {
  const parsed = parseDefinition(document)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.definition
}
