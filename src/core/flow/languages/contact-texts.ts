import type { FlowDefinition, FlowNode } from '../definition.ts'
import { hashText } from '../expressions/filters.ts'
import { findNodeType } from '../nodes/registry.ts'

/** `text` is read by the contact; `words` are compared with what they write, and are one to a line in a translation. */
export type ContactTextKind = 'text' | 'words'

/** A text of the main language. */
export interface ContactText {
  /**
   * Names the text in every language: the node's id and the place in its data, where things with an id are named by it
   * (`m1.options.yes.label`). The flow's own texts stand under `$flow`.
   */
  key: string
  /** Null for the flow's own. */
  nodeId: string | null
  kind: ContactTextKind
  /** Words are one to a line; none is fine, for another language may have some. */
  text: string
}

export const FLOW_TEXTS = '$flow'

/** What contacts read of each node type, and which words are compared with theirs; `*` is every item of a list. */
export const CONTACT_TEXTS: Readonly<Record<string, readonly (readonly [string, ContactTextKind])[]>> = {
  'trigger.keyword': [['values', 'words']],
  'trigger.any_message': [],
  'trigger.main_menu': [['keywords', 'words']],
  'trigger.api': [],
  'trigger.schedule': [],
  'trigger.webhook': [],
  'trigger.group': [],
  'trigger.call': [],
  'send.text': [['text', 'text']],
  'send.media': [
    ['caption', 'text'],
    ['fileName', 'text'],
    ['items.*.caption', 'text'],
  ],
  'send.location': [
    ['name', 'text'],
    ['address', 'text'],
  ],
  'send.contact': [['contacts.*.displayName', 'text']],
  'send.poll': [
    ['question', 'text'],
    ['options.*', 'text'],
  ],
  ask: [
    ['prompt', 'text'],
    ['media.caption', 'text'],
    ['media.fileName', 'text'],
    ['reminders.*.text', 'text'],
    ['retryText', 'text'],
  ],
  menu: [
    ['prompt', 'text'],
    ['options.*.label', 'text'],
    ['options.*.aliases', 'words'],
    ['retryText', 'text'],
  ],
  'menu.list': [
    ['prompt', 'text'],
    ['itemText', 'text'],
    ['moreText', 'text'],
    ['options.*.label', 'text'],
    ['options.*.aliases', 'words'],
    ['retryText', 'text'],
  ],
  condition: [],
  set: [],
  each: [],
  http: [],
  email: [
    ['subject', 'text'],
    ['text', 'text'],
    ['html', 'text'],
  ],
  'wait.webhook': [],
  delay: [],
  business_hours: [],
  split: [],
  goto: [],
  subflow: [],
  switch_flow: [],
  handoff: [['text', 'text']],
  'contact.tag': [],
  'contact.flag': [],
  code: [],
  ai: [],
  table: [],
  goal: [],
  'group.members': [],
  'group.send': [['text', 'text']],
  'group.invite': [],
  'channel.post': [['text', 'text']],
  'status.post': [['text', 'text']],
  'webhook.emit': [],
  'chat.action': [],
  'chat.label': [],
  end: [['text', 'text']],
  note: [],
}

type Data = Readonly<Record<string, unknown>>

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A place of a node's data that a path found. */
interface Place {
  key: string
  value: unknown
}

/** Every text of a flow that contacts read or that is compared with theirs, in the order of the nodes. */
export function listContactTexts(definition: FlowDefinition): ContactText[] {
  return [...listFlowTexts(definition), ...definition.nodes.flatMap(listNodeTexts)]
}

export function listNodeTexts(node: FlowNode): ContactText[] {
  const data = withDefaults(node)
  return (CONTACT_TEXTS[node.type] ?? []).flatMap(([path, kind]) =>
    findPlaces(data, path.split('.'), node.id).flatMap(({ key, value }) => {
      const text = toText(value, kind)
      return text === null ? [] : [{ key, nodeId: node.id, kind, text }]
    }),
  )
}

function listFlowTexts({ fallbackText, settings: { synonyms = [] } }: FlowDefinition): ContactText[] {
  const own = { nodeId: null, kind: 'text' as const }
  return [
    ...(isSaid(fallbackText) ? [{ ...own, key: `${FLOW_TEXTS}.fallbackText`, text: fallbackText }] : []),
    ...synonyms.map((group, index) => ({
      ...{ nodeId: null, kind: 'words' as const },
      ...{ key: `${FLOW_TEXTS}.synonyms.${index}`, text: group.join('\n') },
    })),
  ]
}

/** A node's data with the texts its type gives by itself, such as the last entry of a list in pages. */
function withDefaults({ type, data }: FlowNode): Data {
  const parsed = findNodeType(type)?.schema.safeParse(data)
  return parsed?.success && isData(parsed.data) ? parsed.data : data
}

function toText(value: unknown, kind: ContactTextKind): string | null {
  if (kind === 'text') return isSaid(value) ? value : null
  const words = Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
  return words.join('\n')
}

/** A text has words to translate: one of placeholders, digits and signs is the same in every language. */
function isSaid(value: unknown): value is string {
  return typeof value === 'string' && /\p{L}/u.test(value.replace(/\{\{.*?\}\}|\{%.*?%\}/gs, ''))
}

function findPlaces(value: unknown, [step, ...rest]: readonly string[], key: string): Place[] {
  if (step === undefined) return [{ key, value }]
  if (step !== '*') return isData(value) ? findPlaces(value[step], rest, `${key}.${step}`) : []
  if (!Array.isArray(value)) return []
  return value.flatMap((item, index) => findPlaces(item, rest, `${key}.${nameItem(item, index)}`))
}

/** Things keep their name when they are moved, as far as they have an id. */
const nameItem = (item: unknown, index: number): string =>
  isData(item) && typeof item.id === 'string' && item.id !== '' ? item.id : String(index)

/** A node's data with other texts in their places: `say` answers what to say for a key, undefined leaves the text. */
export function mapNodeTexts(node: FlowNode, say: (text: ContactText) => string | undefined): FlowNode {
  const said = new Map<string, string | string[]>()
  for (const text of listNodeTexts(node)) {
    const other = say(text)
    if (other !== undefined) said.set(text.key, text.kind === 'words' ? toWordList(other) : other)
  }
  if (said.size === 0) return node
  const paths = (CONTACT_TEXTS[node.type] ?? []).map(([path]) => path.split('.'))
  const data = paths.reduce<unknown>((changed, path) => putTexts(said, changed, path, node.id), node.data)
  return { ...node, data: isData(data) ? data : node.data }
}

type Said = ReadonlyMap<string, string | string[]>

function putTexts(said: Said, value: unknown, [step, ...rest]: readonly string[], key: string): unknown {
  if (step === undefined) return said.get(key) ?? value
  if (step === '*') {
    if (!Array.isArray(value)) return value
    return value.map((item: unknown, index) => putTexts(said, item, rest, `${key}.${nameItem(item, index)}`))
  }
  if (!isData(value)) return value
  const place = `${key}.${step}`
  const present = putTexts(said, value[step], rest, place)
  return present === undefined ? value : { ...value, [step]: present }
}

/** Words as a translation holds them: one to a line. */
export const toWordList = (text: string): string[] =>
  text
    .split('\n')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** What a translation was made of. */
export const sourceOf = ({ text }: Pick<ContactText, 'text'>): number => hashText(text)
