import { z } from 'zod'
import { finding } from '../../findings.ts'
import { MAX_LIST_OPTIONS, MAX_PAGE_OPTIONS, MAX_POLL_OPTIONS, MAX_TEXT_CHARS } from '../../limits.ts'
import { findNamed, matchNamed, type Tolerance } from '../../matching/choice.ts'
import { findSeveral } from '../../matching/several.ts'
import { fitsPoll, optionHandle, optionHandles, optionSchema, optionTexts } from '../fields/options-field.ts'
import { questionFields, questionRules } from '../fields/question-fields.ts'
import { INVALID, requiredText, TIMEOUT, templateField } from '../fields/text-field.ts'
import {
  commonFields,
  defineNode,
  fail,
  type NodeProblem,
  type StepContext,
  type StepResult,
} from '../node-type.ts'

const ITEM = ['item'] as const

const schema = z.strictObject({
  ...commonFields,
  prompt: requiredText(MAX_TEXT_CHARS),
  list: requiredText(500),
  itemText: requiredText(500).default('{{ item }}'),
  render: z.enum(['numbered', 'poll', 'auto']).default('numbered'),
  pageSize: z.number().int().min(2).max(MAX_PAGE_OPTIONS).default(9),
  moreText: requiredText(100).default('More…'),
  options: z.array(optionSchema).max(5).default([]),
  multiple: z.boolean().default(false),
  minChoices: z.number().int().min(1).max(MAX_LIST_OPTIONS).default(1),
  maxChoices: z.number().int().min(1).max(MAX_LIST_OPTIONS).optional(),
  ...questionFields,
  tolerant: z.boolean().default(false),
})
type MenuListData = z.output<typeof schema>

/** Offers the items of a list, in pages when there are many, and keeps the item or the items chosen. */
export const menuList = defineNode({
  type: 'menu.list',
  group: 'input',
  schema,
  docs: {
    summary:
      'Offers the items of a list variable as numbered text or as a poll, in pages when there are many; keeps the chosen item, or several.',
    sample: {
      prompt: 'Which shop?',
      list: '{{ vars.shops }}',
      itemText: '{{ item.name }}, {{ item.street }}',
      options: [{ id: 'none', label: 'None of these' }],
      saveAs: 'shop',
    },
  },
  hasInput: true,
  ...questionRules,
  handles: (data) => [
    { id: 'chosen', label: 'chosen', optional: false, unconnected: 'complete' as const },
    { id: 'empty', label: 'empty list', optional: true, unconnected: 'complete' as const },
    ...optionHandles(data.options),
    INVALID,
    TIMEOUT,
  ],
  texts: (data) => [
    ...templateField('prompt', data.prompt),
    ...templateField('list', data.list),
    { path: 'itemText', text: data.itemText, kind: 'template', names: ITEM },
    ...templateField('moreText', data.moreText),
    ...templateField('retryText', data.retryText),
    ...optionTexts(data.options),
  ],
  check: checkChoices,
  needs: (data) => (data.render === 'numbered' ? [] : ['send.poll']),
  execute: (data, step) => {
    const items = readItems(data, step)
    if (items.length === 0) return { kind: 'follow', handle: 'empty', outcome: 'else' }
    return ask(data, step, items)
  },
  resume: (data, step, signal) => {
    if (signal.kind === 'timeout') return { kind: 'follow', handle: 'timeout', outcome: 'timeout' }
    if (signal.kind !== 'answer') return fail('SIGNAL_UNEXPECTED', { type: 'menu.list', signal: signal.kind })
    return data.multiple
      ? takeSeveral(data, step, signal.message.text)
      : takeOne(data, step, signal.message.text)
  },
})

function checkChoices(data: MenuListData): NodeProblem[] {
  const problems: NodeProblem[] = []
  if (data.multiple && data.render === 'poll')
    problems.push({ path: 'render', ...finding('SEVERAL_NO_POLL') })
  if (data.maxChoices !== undefined && data.maxChoices < data.minChoices)
    problems.push({ path: 'minChoices', ...finding('MIN_ABOVE_MAX') })
  const ids = data.options.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) problems.push({ path: 'options', ...finding('USED_TWICE', { id: twice }) })
  return problems
}

/** An item with the text it is offered as. */
interface Offered {
  value: unknown
  label: string
}

/** The items that have a text, at most `MAX_LIST_OPTIONS`; none when the variable holds no list. */
function readItems(data: MenuListData, step: StepContext): Offered[] {
  const list = step.evaluate(data.list)
  if (!Array.isArray(list)) return []
  return list.slice(0, MAX_LIST_OPTIONS).flatMap((value: unknown) => {
    const label = step.lists.render(data.itemText, value).trim()
    return label === '' ? [] : [{ value, label }]
  })
}

/** One line of the page that is shown: what a number or a vote for it chooses. */
interface Line {
  label: string
  number: number
}

interface Page {
  items: Line[]
  more: Line | null
  options: Line[]
}

/**
 * The page a run is at. Items are numbered through all pages; the numbers after the last item of a page are those of "more"
 * and of the fixed options, so a number means what the page in sight says.
 */
function buildPage(data: MenuListData, step: StepContext, items: readonly Offered[]): Page {
  const size = pageSize(data)
  const from = Math.min(step.lists.page * size, Math.max(0, items.length - 1))
  const first = from - (from % size)
  const shown = items.slice(first, first + size)
  const last = first + shown.length
  const isMore = items.length > size
  return {
    items: shown.map(({ label }, index) => ({ label, number: first + index + 1 })),
    more: isMore ? { label: step.render(data.moreText), number: last + 1 } : null,
    options: data.options.map((option, index) => ({
      label: step.render(option.label),
      number: last + (isMore ? 2 : 1) + index,
    })),
  }
}

/** A poll holds 12 options, "more" and the fixed ones among them. */
function pageSize({ render, pageSize: size, options, multiple }: MenuListData): number {
  const isPoll = render !== 'numbered' && !multiple
  return isPoll ? Math.max(2, Math.min(size, MAX_POLL_OPTIONS - 1 - options.length)) : size
}

function ask(data: MenuListData, step: StepContext, items: readonly Offered[]): StepResult {
  const page = buildPage(data, step, items)
  const lines = [...page.items, ...(page.more ? [page.more] : []), ...page.options]
  const question = step.render(data.prompt)
  const prompt = [question, ...lines.map(({ number, label }) => `${number}. ${label}`)]
    .filter((line) => line.trim() !== '')
    .join('\n')
  const labels = lines.map(({ label }) => label)
  if (!isPoll(data, question, labels)) return { kind: 'wait_input', prompt, consumeTrigger: false }
  const poll = { type: 'poll' as const, question, options: labels, selectable: 1 }
  return { kind: 'wait_input', prompt, content: [poll], consumeTrigger: false }
}

/** What a poll cannot hold is numbered text. */
function isPoll({ render, multiple }: MenuListData, question: string, labels: readonly string[]): boolean {
  return render !== 'numbered' && !multiple && question.trim() !== '' && fitsPoll(labels)
}

const MORE = 'more'
/** "More", or the id of a fixed option. */
type Apart = typeof MORE | { option: string }

function takeOne(data: MenuListData, step: StepContext, text: string): StepResult {
  const items = readItems(data, step)
  const aside = takeApart(data, step, items, text)
  if (aside) return aside
  const index = findNamed(toNames(items), text, toTolerance(data, step))
  if (index !== null) return choose(data, step, items[index]?.value)
  return takeApart(data, step, items, text, toTolerance(data, step)) ?? { kind: 'misunderstood' }
}

function takeSeveral(data: MenuListData, step: StepContext, text: string): StepResult {
  const items = readItems(data, step)
  const aside = takeApart(data, step, items, text)
  if (aside) return aside
  const chosen = findSeveral(toNames(items), text, toTolerance(data, step)) ?? []
  const most = data.maxChoices ?? items.length
  if (chosen.length < data.minChoices || chosen.length > most)
    return takeApart(data, step, items, text, toTolerance(data, step)) ?? { kind: 'misunderstood' }
  const values = chosen.map((index) => items[index]?.value)
  return choose(data, step, values)
}

const toNames = (items: readonly Offered[]): string[][] => items.map(({ label }) => [label])

function toTolerance(data: MenuListData, step: StepContext): Tolerance | null {
  return data.tolerant ? { synonyms: step.synonyms } : null
}

/**
 * What an answer that is no item does: the next page, or a fixed option; null when it is neither. To the letter these are looked at
 * before the items, and with a tolerance after them.
 */
function takeApart(
  data: MenuListData,
  step: StepContext,
  items: readonly Offered[],
  text: string,
  tolerance: Tolerance | null = null,
): StepResult | null {
  const page = buildPage(data, step, items)
  const apart = findByNumber(data, page, text) ?? findByName(data, page, text, tolerance)
  if (apart === null) return null
  if (apart === MORE) return nextPage(data, step, items)
  if (data.saveAs !== undefined) step.setVariable(data.saveAs, data.multiple ? [] : null)
  return { kind: 'follow', handle: optionHandle(apart.option), outcome: 'option' }
}

/** A number after those of the items in sight; of another page it would be an item's. */
function findByNumber(data: MenuListData, page: Page, text: string): Apart | null {
  const number = /^\s*\d{1,3}\s*\.?\s*$/.test(text) ? Number.parseInt(text, 10) : null
  if (number === null) return null
  if (page.more?.number === number) return MORE
  const option = data.options[page.options.findIndex((line) => line.number === number)]
  return option ? { option: option.id } : null
}

function findByName(data: MenuListData, page: Page, text: string, tolerance: Tolerance | null): Apart | null {
  const more: { names: string[]; apart: Apart }[] = page.more
    ? [{ names: [page.more.label], apart: MORE }]
    : []
  const options = data.options.map(({ id, label, aliases }, index) => ({
    names: [page.options[index]?.label ?? label, ...aliases, id],
    apart: { option: id },
  }))
  const targets = [...more, ...options]
  // By its place among these nothing is chosen: "1" is the first item.
  const match = matchNamed(
    targets.map(({ names }) => names),
    text,
    tolerance,
  )
  const isPlace =
    match?.kind === 'number' ||
    match?.kind === 'number_in_words' ||
    (match?.kind === 'among_words' && /\p{Nd}/u.test(text))
  return match === null || isPlace ? null : (targets[match.index]?.apart ?? null)
}

/** After the last page comes the first one. */
function nextPage(data: MenuListData, step: StepContext, items: readonly Offered[]): StepResult {
  const pages = Math.ceil(items.length / pageSize(data))
  return { kind: 'turn_page', page: (step.lists.page + 1) % Math.max(1, pages) }
}

function choose(data: MenuListData, step: StepContext, value: unknown): StepResult {
  if (data.saveAs !== undefined) step.setVariable(data.saveAs, value)
  return { kind: 'follow', handle: 'chosen', outcome: 'option' }
}
