import type { BotBlock, BotItem } from './bot.ts'
import { holds } from './comparisons.ts'
import type { BotVariables } from './variables.ts'

/** What a question takes: an answer as it is stored, with the item it names; null for one that is not understood. */
export type Taken = { text: string; item?: BotItem } | null

export interface Offer {
  item: BotItem
  label: string
  value: string
}

/** The options shown now: from a variable, or the block's own whose condition holds. */
export function offers({ options = {}, items = [] }: BotBlock, variables: BotVariables): Offer[] {
  const dynamic = options.dynamicItems as
    | { isEnabled?: boolean; pictureSrcsVariableId?: string; titlesVariableId?: string }
    | undefined
  const list = variables.get(options.dynamicVariableId ?? dynamic?.pictureSrcsVariableId)
  if (list !== undefined && list !== null) {
    const titles = variables.get(dynamic?.titlesVariableId)
    const sources =
      options.dynamicVariableId === undefined ? toTexts(list) : [...new Set(toTexts(list).filter(Boolean))]
    return sources.map((source, index) => {
      const label = (Array.isArray(titles) ? titles[index] : titles) || source
      return { item: { id: `choice${index}` }, label, value: label }
    })
  }
  const shown = items.filter(
    ({ displayCondition }) =>
      !displayCondition?.isEnabled ||
      !displayCondition.condition ||
      holds(displayCondition.condition, variables),
  )
  return shown.flatMap((item) => {
    const label = variables.text(item.content ?? (item.title || item.pictureSrc))
    return label.trim() === '' ? [] : [{ item, label, value: variables.text(item.value) || label }]
  })
}

function toTexts(value: string | (string | null)[]): string[] {
  if (Array.isArray(value)) return value.map((item) => item ?? '')
  try {
    const read: unknown = JSON.parse(value)
    if (Array.isArray(read)) return read.map(String)
  } catch {}
  return [value]
}

type Taker = (text: string, block: BotBlock, variables: BotVariables) => Taken

const whole =
  (pattern: RegExp): Taker =>
  (text) =>
    pattern.test(text) ? { text } : null

const takeChoice: Taker = (text, block, variables) =>
  block.options?.isMultipleChoice === true
    ? takeSeveral(text, block, variables)
    : takeOne(text, block, variables)

const TAKERS: Readonly<Record<string, Taker>> = {
  'choice input': takeChoice,
  'picture choice input': takeChoice,
  'number input': (text, { options = {} }, variables) => takeNumber(text, options, variables),
  'email input': (text) => (/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i.test(text) ? { text: text.toLowerCase() } : null),
  'url input': whole(/^(https?:\/\/)?[\w-]+(\.[\w-]+)+(\/\S*)?$/),
  'phone number input': whole(/^\+\d{8,15}$/),
  'date input': (text) => takeDate(text),
  'time input': whole(/^([01]\d|2[0-3]):[0-5]\d$/),
  'rating input': (text, { options = {} }) =>
    Number(text) <= (Number(options.length) || 10) ? { text } : null,
  'file input': whole(/^https?:\/\//),
}

export function takeAnswer(text: string, block: BotBlock, variables: BotVariables): Taken {
  const take = Object.hasOwn(TAKERS, block.type) ? TAKERS[block.type] : undefined
  return take ? take(text, block, variables) : { text }
}

function takeOne(text: string, block: BotBlock, variables: BotVariables): Taken {
  const trimmed = text.trim()
  const found = offers(block, variables).find(({ item, label, value }) =>
    [item.id, label.trim(), value.trim()].includes(trimmed),
  )
  return found ? { text: found.value, item: found.item } : null
}

/** Options are found as whole words, the longest first, and stored in the order in which they were shown. */
function takeSeveral(text: string, block: BotBlock, variables: BotVariables): Taken {
  const shown = offers(block, variables)
  const found = new Set<Offer>()
  let rest = text
  const look = (offer: Offer, name: string) => {
    const words = name.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const pattern = new RegExp(`(^|[^\\p{L}\\p{N}\\p{M}])${words}(?=$|[^\\p{L}\\p{N}\\p{M}])`, 'iu')
    if (words === '' || found.has(offer) || !pattern.test(rest)) return
    rest = rest.replace(pattern, '$1')
    found.add(offer)
  }
  const byLength = shown.toSorted((a, b) => b.label.length - a.label.length)
  for (const offer of byLength) look(offer, offer.value)
  for (const offer of byLength) look(offer, offer.label)
  for (const [index, offer] of shown.entries()) look(offer, String(index + 1))
  if (found.size === 0) return null
  return {
    text: shown
      .filter((offer) => found.has(offer))
      .map(({ value }) => value.trim())
      .join(', '),
  }
}

function takeNumber(text: string, { min, max }: Record<string, unknown>, variables: BotVariables): Taken {
  const read = (given: unknown) => Number.parseFloat(variables.text(String(given ?? '')).replace(',', '.'))
  const value = read(text)
  if (Number.isNaN(value)) return null
  const [low, high] = [read(min), read(max)]
  if ((low && value < low) || (high && value > high)) return null
  return { text: text.startsWith('0') ? text : String(value) }
}

function takeDate(text: string): Taken {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return day === undefined ? null : { text: `${day}/${month}/${year}` }
}
