import { foldKeyword } from '../../expressions/fold.ts'
import { MAX_PAGE_OPTIONS } from '../../limits.ts'
import {
  type ConvertContext,
  type Converted,
  type Converter,
  convertToNodes,
  type Exit,
  type NewNode,
  newNode,
} from '../converted.ts'
import { type TypebotBlock, type TypebotItem, textOf } from '../document.ts'
import { note, type TypebotNote } from '../notes.ts'
import { type Choice, listScript, PICK_ONE, PICK_SEVERAL } from './choice-scripts.ts'
import { toOptionId } from './ids.ts'

const MAX_OPTIONS = 20
const MAX_LABEL_CHARS = 200
const MAX_CASES = 50
/** What a menu says when nothing was said right before it. */
export const BARE_PROMPT = '👇'

/** Buttons become a menu; what a menu cannot offer is listed by a script, and another one reads the answer. */
export function choices(labelOf: (item: TypebotItem) => string, difference: TypebotNote | null): Converter {
  return (block, context) => {
    const found = block.items
      .map((item): Choice => ({ item, label: labelOf(item), value: textOf(item.value) }))
      .filter(({ label }) => label.trim() !== '')
    if (isPlainList(block, context)) return toMenuList(block, context, difference)
    return fitsMenu(block, found)
      ? toMenu(block, found, context, difference)
      : toList(block, found, context, difference)
  }
}

function isDynamic({ options }: TypebotBlock): boolean {
  return options.dynamicVariableId !== undefined || options.dynamicItems !== undefined
}

/** One of a list, which is sure to be one: the node for that offers it. */
function isPlainList(
  { options }: TypebotBlock,
  { kinds, variables, hasInvalidPath }: ConvertContext,
): boolean {
  const { dynamicVariableId: id } = options
  return (
    options.isMultipleChoice !== true &&
    !hasInvalidPath &&
    variables.find(id) !== undefined &&
    kinds.isAlwaysList(id)
  )
}

function toMenuList(block: TypebotBlock, context: ConvertContext, difference: TypebotNote | null): Converted {
  const { variables, timeoutSec } = context
  const data = {
    prompt: '',
    list: `{{ vars.${variables.find(block.options.dynamicVariableId)} | uniq }}`,
    pageSize: MAX_PAGE_OPTIONS,
    saveAs: variables.find(block.options.variableId),
    timeoutSec,
    retryText: retryTextOf(block, context),
  }
  return convertToNodes([newNode('menu.list', data)], [difference, note('LIST_IN_PAGES')])
}

function hasOwnCondition({ item }: Choice): boolean {
  const { displayCondition } = item
  return typeof displayCondition === 'object' && displayCondition !== null && 'isEnabled' in displayCondition
    ? displayCondition.isEnabled === true
    : false
}

/** A menu shows the same options always, takes one, and needs labels that differ and are not each other's numbers. */
function fitsMenu(block: TypebotBlock, found: readonly Choice[]): boolean {
  if (isDynamic(block) || block.options.isMultipleChoice === true) return false
  if (found.length === 0 || found.length > MAX_OPTIONS || found.some(hasOwnCondition)) return false
  const folded = found.map(({ label, value }) => [
    ...new Set([label, value || label].map((name) => foldKeyword(name))),
  ])
  const isOthersNumber = (name: string, index: number) =>
    /^\d{1,2}$/.test(name) && Number(name) !== index + 1 && Number(name) >= 1 && Number(name) <= found.length
  return (
    new Set(folded.flat()).size === folded.flat().length &&
    !folded.some((names, index) => names.some((name) => isOthersNumber(name, index))) &&
    found.every(({ label }) => label.length <= MAX_LABEL_CHARS)
  )
}

function toMenu(
  block: TypebotBlock,
  found: readonly Choice[],
  context: ConvertContext,
  difference: TypebotNote | null,
): Converted {
  const { variables, timeoutSec } = context
  const saveAs = variables.find(block.options.variableId)
  const options = found.map(({ item, label, value }) => ({
    id: toOptionId(item.id),
    label: variables.text(label).trim(),
    ...(value === '' || value.trim() === label.trim() ? {} : { aliases: [value.trim()] }),
  }))
  const leads = found.map(({ item }): Exit => ({ item: item.id, orElse: 'onward' }))
  // The bot stores the label, a menu stores the option's id: a node behind each option puts the label in its place.
  const exits = options.map(({ id }, index): [string, Exit] => [
    `opt:${id}`,
    saveAs === undefined ? (leads[index] ?? 'onward') : { node: index + 1 },
  ])
  const menu = newNode(
    'menu',
    { prompt: '', options, timeoutSec, retryText: retryTextOf(block, context), ...attempts(context) },
    { ...Object.fromEntries(exits), ...invalidExit(context) },
  )
  const stores =
    saveAs === undefined
      ? []
      : found.map(({ label, value }, index) => store(saveAs, variables.text(value || label), leads[index]))
  return convertToNodes([menu, ...stores], [difference])
}

function store(saveAs: string, value: string, lead: Exit = 'onward'): NewNode {
  return { ...newNode('set', { assign: [{ var: saveAs, value }] }, { out: lead }), isBeside: true }
}

/** With a path for it, the first answer that is not understood takes it. */
export function attempts({ hasInvalidPath }: ConvertContext): { maxAttempts?: number } {
  return hasInvalidPath ? { maxAttempts: 1 } : {}
}

export function invalidExit({ hasInvalidPath }: ConvertContext): Record<string, Exit> {
  return hasInvalidPath ? { invalid: 'invalid' } : {}
}

/** What the block itself says to an answer that is not understood. */
export function retryTextOf({ options }: TypebotBlock, { variables }: ConvertContext): string | undefined {
  return variables.text(options.retryMessageContent) || undefined
}

/** Lists what there is to choose, waits, reads the answer and follows it. */
function toList(
  block: TypebotBlock,
  found: readonly Choice[],
  context: ConvertContext,
  difference: TypebotNote | null,
): Converted {
  const { variables, timeoutSec, hasInvalidPath } = context
  const [offered, answer, chosen] = [
    variables.fresh('offered'),
    variables.fresh('answer'),
    variables.fresh('chosen'),
  ]
  const isSeveral = block.options.isMultipleChoice === true
  const pick = (isSeveral ? PICK_SEVERAL : PICK_ONE)
    .replace('OFFERED', `vars.${offered}`)
    .replace('ANSWER', `vars.${answer}`)
  const saveAs = variables.find(block.options.variableId)
  const nodes: NewNode[] = [
    newNode('code', { source: listScript(block, found, context), saveAs: offered }),
    newNode('send.text', { text: `{{ vars.${offered}.text }}` }),
    newNode('ask', { saveAs: answer, timeoutSec }, invalidExit(context)),
    newNode('code', { source: pick, saveAs: chosen }),
  ]
  if (saveAs !== undefined) {
    const value = `{{ vars.${chosen}.value | default: vars.${saveAs} }}`
    nodes.push(newNode('set', { assign: [{ var: saveAs, value, as: 'string' }] }))
  }
  nodes.push(
    followChoice(chosen, isSeveral ? [] : found, hasInvalidPath ? 'invalid' : { node: nodes.length + 1 }),
  )
  if (!hasInvalidPath) {
    const text = retryTextOf(block, context) ?? context.retryText
    nodes.push({ ...newNode('send.text', { text }, { out: { node: 2 } }), isBeside: true })
  }
  return convertToNodes(nodes, [difference])
}

function followChoice(chosen: string, found: readonly Choice[], invalid: Exit): NewNode {
  const own = found.slice(0, MAX_CASES - 1).map(({ item }) => ({ item: item.id, id: toOptionId(item.id) }))
  const cases = [
    { id: 'nothing', all: [{ left: `{{ vars.${chosen} }}`, op: 'is_empty' }] },
    ...own.map(({ id }) => ({ id, all: [{ left: `{{ vars.${chosen}.id }}`, op: 'eq', right: id }] })),
  ]
  const exits = own.map(({ item, id }): [string, Exit] => [`case:${id}`, { item, orElse: 'onward' }])
  return newNode(
    'condition',
    { cases },
    { ...Object.fromEntries(exits), 'case:nothing': invalid, else: 'onward' },
  )
}
