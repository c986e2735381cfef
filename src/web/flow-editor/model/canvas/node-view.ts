import { type FlowNode, findNodeType, NODE_TYPES } from '../../../../core/flow/index.ts'

/** An exit of a node as the editor shows it. `label` is what the person wrote; null: the catalogue names it. */
export interface ExitView {
  id: string
  label: string | null
  optional: boolean
}

/** Exits whose label is written by the person who draws the flow. */
const OWN_LABEL = /^(opt|case|arm|route):/

type Item = Readonly<Record<string, unknown>>

const itemsOf = (value: unknown): Item[] =>
  Array.isArray(value) ? value.filter((item): item is Item => typeof item === 'object' && item !== null) : []

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Exits of nodes whose data is not finished, for the types whose exits come from their data. */
const LOOSE_EXITS: Readonly<Record<string, (data: Item) => ExitView[]>> = {
  menu: (data) => [...listed(data.options, 'opt', 'label'), optional('invalid'), optional('timeout')],
  'menu.list': (data) => [
    needed('chosen'),
    optional('empty'),
    ...listed(data.options, 'opt', 'label'),
    optional('invalid'),
    optional('timeout'),
  ],
  condition: (data) => [...listed(data.cases, 'case', 'label'), needed('else')],
  split: (data) => listed(data.arms, 'arm', 'id'),
  table: ({ operation, floor }) => {
    const isAdd = operation === 'add'
    return [
      needed('ok'),
      ...(isAdd || operation === 'update' ? [needed('taken')] : []),
      ...(operation === 'increment' && floor !== undefined ? [needed('short')] : []),
      ...(isAdd ? [] : [optional('empty')]),
      optional('error'),
    ]
  },
  ai: (data) => {
    if (data.mode === 'classify') return [...listed(data.routes, 'route', 'id'), needed('error')]
    const isHandedOff = data.mode === 'agent' && itemsOf(data.tools).some(({ kind }) => kind === 'handoff')
    const decided = data.approval === true ? [optional('declined'), optional('undecided')] : []
    return [needed('ok'), ...(isHandedOff ? [needed('handoff')] : []), ...decided, needed('error')]
  },
}

const optional = (id: string): ExitView => ({ id, label: null, optional: true })
const needed = (id: string): ExitView => ({ id, label: null, optional: false })

function listed(items: unknown, prefix: string, labelKey: string): ExitView[] {
  return itemsOf(items).flatMap((item) => {
    const id = textOf(item.id)
    return id === '' ? [] : [{ id: `${prefix}:${id}`, label: textOf(item[labelKey]) || id, optional: false }]
  })
}

/** The exits of a node, also while its data is unfinished. */
export function exitsOf({ id, type, data }: FlowNode): ExitView[] {
  const nodeType = findNodeType(type)
  if (!nodeType) return []
  const loose = LOOSE_EXITS[type]
  const bound = nodeType.bind(id, data)
  if (!bound.ok && loose) return loose(data)
  const usable = bound.ok ? bound : nodeType.bind(id, nodeType.docs.sample)
  if (!usable.ok) return []
  return usable.node.handles.map((handle) => ({
    id: handle.id,
    label: OWN_LABEL.test(handle.id) ? handle.label : null,
    optional: handle.optional,
  }))
}

/** True where an edge may lead to: not to triggers and notes. A type nobody knows is given the benefit. */
export function hasEntry({ type }: Pick<FlowNode, 'type'>): boolean {
  return !(type.startsWith('trigger.') || type === 'note')
}

/** The exit a new edge leaves by when nobody said which: the first one. */
export function mainExit(node: FlowNode): string | undefined {
  return exitsOf(node)[0]?.id
}

/** Data a new node begins with: what its type asks for, empty or with its plainest use. */
const FIRST_DATA: Readonly<Record<string, Record<string, unknown>>> = {
  'trigger.keyword': { values: [], mode: 'word' },
  'trigger.schedule': { cron: '0 9 * * mon', audience: { tags: [] } },
  'trigger.webhook': { contact: 'body.phone' },
  'trigger.call': { states: ['missed'] },
  'trigger.group': { changes: ['added', 'joined'], answerIn: 'person' },
  'wait.webhook': { timeoutSec: 3_600 },
  email: { secret: '', to: '', subject: '', text: '' },
  'send.text': { text: '' },
  'send.media': { kind: 'image', url: '' },
  'send.location': { latitude: 0, longitude: 0 },
  'send.contact': { contacts: [{ displayName: '', phone: '' }] },
  'send.poll': { question: '', options: ['', ''] },
  ask: { prompt: '' },
  menu: {
    prompt: '',
    options: [
      { id: 'a', label: '' },
      { id: 'b', label: '' },
    ],
  },
  'menu.list': { prompt: '', list: '' },
  each: { list: '', itemAs: 'item' },
  condition: { cases: [{ id: 'a', all: [{ left: '', op: 'eq', right: '' }] }] },
  set: { assign: [{ var: '', op: 'set', value: '' }] },
  http: { method: 'GET', url: '' },
  delay: { mode: 'for', seconds: 60 },
  business_hours: {
    weekly: Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri'].map((day) => [day, [['09:00', '18:00']]])),
  },
  split: {
    arms: [
      { id: 'a', weight: 50 },
      { id: 'b', weight: 50 },
    ],
  },
  goal: { name: '' },
  'group.members': { act: 'add' },
  'group.send': { text: '' },
  'group.invite': { saveAs: 'invite' },
  'channel.post': { channel: '', text: '' },
  'status.post': { text: '' },
  goto: { targetNodeId: '' },
  subflow: { flowId: '' },
  switch_flow: { flowId: '' },
  'contact.tag': { add: [] },
  'contact.flag': { flag: 'favourite', value: true },
  code: { source: '' },
  table: { table: '', operation: 'find', where: [] },
  ai: { mode: 'reply', system: '' },
  'webhook.emit': { event: '', payload: {} },
  'chat.action': { action: 'read' },
  'chat.label': { add: [] },
  note: { text: '' },
}

/** What new nodes say by themselves, by type, in the language of who draws the flow. */
export type FirstTexts = Readonly<Record<string, string>>

export function newNode(
  type: string,
  id: string,
  position: FlowNode['position'],
  { [type]: text }: FirstTexts = {},
): FlowNode {
  return { id, type, position, data: { ...structuredClone(FIRST_DATA[type]), ...(text && { text }) } }
}

/** The first content of a node as one short text: what its card shows. Empty when there is nothing yet. */
export function summarize({ type, data }: FlowNode): string {
  const text = SUMMARIES[type]?.(data) ?? ''
  return text.length > MAX_SUMMARY_CHARS ? `${text.slice(0, MAX_SUMMARY_CHARS)}…` : text
}

const MAX_SUMMARY_CHARS = 140

const words = (value: unknown): string =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string').join(', ') : ''

const SUMMARIES: Readonly<Record<string, (data: Item) => string>> = {
  'trigger.keyword': (data) => words(data.values),
  'trigger.main_menu': (data) => words(data.keywords ?? ['menu', '0']),
  'trigger.api': (data) =>
    itemsOf(data.inputs)
      .map((item) => textOf(item.name))
      .join(', '),
  'trigger.schedule': (data) => textOf(data.cron) || textOf(data.at),
  'trigger.webhook': (data) => textOf(data.contact),
  'trigger.group': (data) => words(data.groups),
  'send.text': (data) => textOf(data.text),
  'send.media': (data) =>
    textOf(data.caption) || textOf(data.fileName) || textOf(data.url) || textOf(data.assetId),
  'send.location': (data) => textOf(data.name) || `${data.latitude}, ${data.longitude}`,
  'send.contact': (data) =>
    itemsOf(data.contacts)
      .map((item) => textOf(item.displayName))
      .join(', '),
  'send.poll': (data) => textOf(data.question),
  ask: (data) => textOf(data.prompt),
  menu: (data) => textOf(data.prompt),
  'menu.list': (data) => textOf(data.prompt),
  each: (data) => textOf(data.list),
  condition: (data) => textOf(itemsOf(itemsOf(data.cases)[0]?.all)[0]?.left),
  set: (data) =>
    itemsOf(data.assign)
      .map((item) => {
        return `${textOf(item.var)} ${describeChange(item)}`
      })
      .join(', '),
  http: (data) => `${textOf(data.method) || 'GET'} ${textOf(data.url)}`,
  delay: (data) => (data.mode === 'until' ? textOf(data.at) : formatSeconds(Number(data.seconds))),
  goto: (data) => textOf(data.targetNodeId),
  handoff: (data) => textOf(data.text) || textOf(data.reason),
  'contact.tag': (data) =>
    [words(data.add) && `+ ${words(data.add)}`, words(data.remove) && `− ${words(data.remove)}`]
      .filter(Boolean)
      .join('  '),
  'chat.label': (data) =>
    [words(data.add), words(data.remove) && `− ${words(data.remove)}`].filter(Boolean).join('  '),
  code: (data) => textOf(data.source),
  email: (data) => textOf(data.to),
  'group.members': (data) => textOf(data.people),
  'group.send': (data) => textOf(data.text),
  'group.invite': (data) => textOf(data.saveAs),
  'status.post': (data) => textOf(data.text) || textOf(data.url),
  'channel.post': (data) => textOf(data.text) || textOf(data.fileName) || textOf(data.url),
  table: (data) => `${textOf(data.operation) || 'find'} ${textOf(data.table)}`,
  ai: (data) => textOf(data.system),
  'webhook.emit': (data) => textOf(data.event),
  end: (data) => textOf(data.text),
  note: (data) => textOf(data.text),
}

function describeChange({ op, value, formula }: Item): string {
  if (op === 'compute') return `= ${textOf(formula)}`
  return op === undefined || op === 'set' ? `= ${value}` : textOf(op)
}

/** 90 as "1 min 30 s": the largest units that say it exactly. */
export function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds) || seconds <= 0) return ''
  const units: [string, number][] = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ]
  let rest = Math.round(seconds)
  return units
    .flatMap(([name, size]) => {
      const count = Math.floor(rest / size)
      rest -= count * size
      return count > 0 ? [`${count} ${name}`] : []
    })
    .join(' ')
}

export type NodeGroup = (typeof NODE_TYPES)[number]['group']

/** Groups of the palette in their order, with their types. */
export function listPalette(): { group: NodeGroup; types: string[] }[] {
  const groups = new Map<NodeGroup, string[]>()
  for (const { group, type } of NODE_TYPES) groups.set(group, [...(groups.get(group) ?? []), type])
  return [...groups].map(([group, types]) => ({ group, types }))
}

export const groupOf = (type: string): NodeGroup => findNodeType(type)?.group ?? 'note'
