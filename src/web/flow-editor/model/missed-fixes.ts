import { type FlowNode, slugify } from '../../../core/flow/index.ts'

/** Where a text that nothing understood can be taken in: an option that is named so too, or a trigger that it starts. */
export interface MissedTarget {
  nodeId: string
  /** Of a menu; null for a trigger. */
  optionId: string | null
  /** What is written there already. */
  label: string
}

type Item = Readonly<Record<string, unknown>>

const MAX_NAME_CHARS = 200
const MAX_ALIASES = 20
const MAX_OPTIONS: Readonly<Record<string, number>> = { menu: 20, 'menu.list': 5 }
const MAX_KEYWORDS = 50

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null
const itemsOf = (value: unknown): Item[] => (Array.isArray(value) ? value.filter(isItem) : [])
const wordsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const isMenu = ({ type }: FlowNode): boolean => Object.hasOwn(MAX_OPTIONS, type)
const isPlainKeyword = ({ type, data }: FlowNode): boolean =>
  type === 'trigger.keyword' && data.mode !== 'regex'

/** What can take a text in: of a question its own options, of a message that started nothing the triggers by keyword. */
export function listMissedTargets(nodes: readonly FlowNode[], nodeId: string | null): MissedTarget[] {
  if (nodeId === null) {
    return nodes
      .filter((node) => isPlainKeyword(node) && wordsOf(node.data.values).length < MAX_KEYWORDS)
      .map(({ id, data }) => ({ nodeId: id, optionId: null, label: wordsOf(data.values).join(', ') }))
  }
  const node = nodes.find(({ id }) => id === nodeId)
  if (!node || !isMenu(node)) return []
  return itemsOf(node.data.options).flatMap(({ id, label, aliases }) =>
    typeof id === 'string' && wordsOf(aliases).length < MAX_ALIASES
      ? [{ nodeId, optionId: id, label: textOf(label) || id }]
      : [],
  )
}

/** A node's data with a text as one more keyword, or as one more name of an option. */
export function withMissedText({ data }: FlowNode, { optionId }: MissedTarget, given: string): Item {
  const text = given.trim().slice(0, MAX_NAME_CHARS)
  if (optionId === null) return { ...data, values: addOnce(wordsOf(data.values), text) }
  const options = itemsOf(data.options).map((option) =>
    option.id === optionId ? { ...option, aliases: addOnce(wordsOf(option.aliases), text) } : option,
  )
  return { ...data, options }
}

/** Whether a text can become an exit of its own. */
export function canBranch(node: FlowNode | undefined): boolean {
  return (
    node !== undefined && isMenu(node) && itemsOf(node.data.options).length < (MAX_OPTIONS[node.type] ?? 0)
  )
}

/** A menu's data with a text as an option of its own, whose exit leads nowhere yet. */
export function withMissedBranch({ data }: FlowNode, given: string): Item {
  const options = itemsOf(data.options)
  const label = given.trim().slice(0, MAX_NAME_CHARS)
  const base =
    slugify(label)
      .slice(0, 40)
      .replace(/[^a-z0-9-]/g, '') || 'option'
  const taken = new Set(options.map(({ id }) => id))
  let id = base
  for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`
  return { ...data, options: [...options, { id, label }] }
}

const addOnce = (words: readonly string[], word: string): string[] =>
  words.some((known) => known.toLowerCase() === word.toLowerCase()) ? [...words] : [...words, word]
