import { foldKeyword } from '../expressions/fold.ts'
import { type ConvertContext, type Converted, type Converter, convertTo, stubFor } from './converted.ts'
import { numberOf, type TypebotBlock, type TypebotItem, textOf } from './document.ts'

const MAX_OPTIONS = 20

/** A question whose answer is checked as `validate` says. */
function ask(
  validate: (block: TypebotBlock) => Record<string, unknown>,
  note?: (block: TypebotBlock) => string,
): Converter {
  return (block, { variables, timeoutSec }) => {
    const { variableId, retryMessageContent } = block.options
    const found = note?.(block) ?? ''
    const data = {
      saveAs: variables.find(variableId),
      validate: validate(block),
      retryText: variables.text(retryMessageContent) || undefined,
      timeoutSec,
    }
    return convertTo('ask', data, found === '' ? [] : [found], ['reply'])
  }
}

function bounds({ options }: TypebotBlock): Record<string, unknown> {
  const [min, max] = [numberOf(options.min), numberOf(options.max)]
  return {
    type: 'number',
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }
}

const number = ask(bounds, ({ options: { min, max, step } }) => {
  const isTemplate = [min, max].some((bound) => textOf(bound).includes('{{'))
  if (isTemplate) return 'bounds taken from variables are not checked'
  return step === undefined ? '' : 'steps are not checked'
})

const date = ask(
  ({ options }) => ({ type: options.hasTime === true || options.isRange === true ? 'text' : 'date' }),
  ({ options }) =>
    options.hasTime === true || options.isRange === true
      ? 'a date with a time or a range is taken as text'
      : 'the answer is stored as YYYY-MM-DD',
)

const phone = ask(({ options }) => {
  const country = textOf(options.defaultCountryCode)
  return { type: 'phone', ...(country.length === 2 ? { country } : {}) }
})

const rating = ask(
  ({ options }) => {
    const from = numberOf(options.startsAt) ?? (options.buttonType === 'Icons' ? 1 : 0)
    return { type: 'integer', min: from, max: numberOf(options.length) ?? 10 }
  },
  () => 'answered with a number',
)

const file = ask(
  () => ({ type: 'media' }),
  ({ options }) => (options.isMultipleAllowed === true ? 'one file is taken, not several' : ''),
)

interface Choice {
  item: TypebotItem
  label: string
}

/** Buttons become a menu; several at once become a question whose answer is cut at commas. */
function choices(labelOf: (item: TypebotItem) => string, difference: string): Converter {
  return (block, context) => {
    const { options } = block
    const found = block.items
      .map((item): Choice => ({ item, label: context.variables.text(labelOf(item)).trim() }))
      .filter(({ label }) => label !== '')
    const isDynamic = options.dynamicVariableId !== undefined || options.dynamicItems !== undefined
    if (options.isMultipleChoice === true) return askSeveral(block, found, context)
    if (isDynamic || found.length === 0 || found.length > MAX_OPTIONS) return askFreely(block, found, context)
    return toMenu(block, found, context, difference)
  }
}

function toMenu(
  block: TypebotBlock,
  found: Choice[],
  context: ConvertContext,
  difference: string,
): Converted {
  const seen = new Set<string>()
  const options = found.map(({ item, label }) => {
    const isTaken = seen.has(foldKeyword(label))
    seen.add(foldKeyword(label))
    return { id: toOptionId(item.id), label: isTaken ? `${label} (${seen.size + 1})` : label }
  })
  const isConditional = found.some(({ item }) => item.displayCondition !== undefined)
  const notes = [
    ...(difference === '' ? [] : [difference]),
    ...(isConditional ? ['every option is always shown'] : []),
  ]
  const saveAs = context.variables.find(block.options.variableId)
  // The bot stores the label, a menu stores the option's id: the label is put in its place where somebody reads it.
  const data = { prompt: '', options, timeoutSec: context.timeoutSec }
  const menu = convertTo('menu', data, notes, [])
  const items = found.map(({ item }, index) => ({ itemId: item.id, handle: `opt:${options[index]?.id}` }))
  return saveAs === undefined ? { ...menu, items } : { ...menu, items, savesLabel: { saveAs, options } }
}

export function toOptionId(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64)
}

function listLabels(found: readonly Choice[]): string {
  return found.map(({ label }) => `- ${label}`).join('\n')
}

function askSeveral(block: TypebotBlock, found: Choice[], context: ConvertContext): Converted {
  const saveAs = context.variables.find(block.options.variableId)
  const data = { prompt: listLabels(found) || undefined, saveAs, timeoutSec: context.timeoutSec }
  const asked = convertTo('ask', data, ['several choices are written with commas between them'], ['reply'])
  if (saveAs === undefined) return asked
  const assign = [{ var: saveAs, value: `{{ vars.${saveAs} | replace: ', ', ',' | split: ',' }}` }]
  return { ...asked, nodes: [...asked.nodes, { type: 'set', data: { assign } }], exits: ['out'] }
}

function askFreely(block: TypebotBlock, found: Choice[], context: ConvertContext): Converted {
  const saveAs = context.variables.find(block.options.variableId)
  const list = context.variables.find(block.options.dynamicVariableId)
  const prompt =
    list === undefined ? listLabels(found) : `{% for item in vars.${list} %}- {{ item }}\n{% endfor %}`
  const data = { prompt: prompt || undefined, saveAs, timeoutSec: context.timeoutSec }
  return convertTo(
    'ask',
    data,
    ['options of a variable, or too many for a menu, are asked for as text'],
    ['reply'],
  )
}

export const INPUTS: Readonly<Record<string, Converter>> = {
  'text input': ask(() => ({ type: 'any' })),
  'number input': number,
  'email input': ask(() => ({ type: 'email' })),
  'url input': ask(() => ({ type: 'url' })),
  'phone number input': phone,
  'date input': date,
  'time input': ask(() => ({ type: 'time' })),
  'rating input': rating,
  'file input': file,
  'choice input': choices((item) => textOf(item.content), ''),
  'picture choice input': choices((item) => textOf(item.title), 'pictures are not shown'),
  'payment input': (block) => stubFor(block, 'payments are not available; send a payment link instead'),
  'cards input': (block) => stubFor(block, 'cards are not available; use a menu'),
  'otp input': (block) =>
    stubFor(block, 'one-time codes are not available; ask for the code and check it by http'),
}
