import { type ConvertContext, type Converter, convertToNodes, newNode, stubFor } from '../converted.ts'
import { numberOf, objectOf, type TypebotBlock, textOf } from '../document.ts'
import { note, type TypebotNote } from '../notes.ts'
import { cards } from './cards.ts'
import { attempts, choices, invalidExit, retryTextOf } from './choices.ts'
import { payment } from './payment.ts'

/** A question whose answer is checked as `validate` says. */
function ask(
  validate: (block: TypebotBlock) => Record<string, unknown>,
  noteOn?: (block: TypebotBlock, context: ConvertContext) => TypebotNote | null,
  ownRetryText?: string,
): Converter {
  return (block, context) => {
    const { variables, kinds, timeoutSec } = context
    const { variableId } = block.options
    const saveAs = variables.find(variableId)
    const isList = kinds.isList(variableId) && saveAs !== undefined
    const data = {
      saveAs: isList ? variables.fresh('answer') : saveAs,
      validate: validate(block),
      retryText: retryTextOf(block, context) ?? ownRetryText,
      timeoutSec,
      ...attempts(context),
    }
    const question = newNode('ask', data, invalidExit(context))
    const assign = [{ var: saveAs, op: 'append', value: `{{ vars.${data.saveAs} }}`, as: 'string' }]
    return convertToNodes(isList ? [question, newNode('set', { assign })] : [question], [
      noteOn?.(block, context) ?? null,
    ])
  }
}

/** A bound of 0 is not looked at over there. */
function bounds({ options }: TypebotBlock): Record<string, unknown> {
  const [min, max] = [numberOf(options.min), numberOf(options.max)]
  return { type: 'number', ...(min ? { min } : {}), ...(max ? { max } : {}) }
}

const number = ask(bounds, ({ options: { min, max } }) => {
  const isTemplate = [min, max].some((bound) => textOf(bound).includes('{{'))
  return isTemplate ? note('BOUNDS_UNCHECKED') : null
})

const date = ask(
  ({ options }) => ({ type: options.hasTime === true || options.isRange === true ? 'text' : 'date' }),
  ({ options }) =>
    options.hasTime === true || options.isRange === true ? note('DATE_AS_TEXT') : note('STORED_AS_DATE'),
)

const time = ask(
  () => ({ type: 'time' }),
  ({ options }) =>
    [undefined, '', 'HH:mm'].includes(options.format as string) ? null : note('STORED_AS_TIME'),
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
  () => note('RATING_AS_NUMBER'),
)

const file = ask(
  () => ({ type: 'media' }),
  ({ options }) => (options.isMultipleAllowed === true ? note('ONE_FILE') : note('FILE_WITH_KIND')),
)

const text = ask(
  () => ({ type: 'any' }),
  ({ options }) => {
    const takesFiles = [options.attachments, options.audioClip].some(
      (item) => objectOf(item).isEnabled === true,
    )
    return takesFiles ? note('FILE_OR_TEXT') : null
  },
)

export const EMAIL_RETRY = "This email doesn't seem to be valid. Can you type it again?"

export const INPUTS: Readonly<Record<string, Converter>> = {
  'text input': text,
  'number input': number,
  'email input': ask(() => ({ type: 'email' }), undefined, EMAIL_RETRY),
  'url input': ask(
    () => ({ type: 'url' }),
    () => note('STORED_AS_URL'),
  ),
  'phone number input': phone,
  'date input': date,
  'time input': time,
  'rating input': rating,
  'file input': file,
  'choice input': choices((item) => textOf(item.content), null),
  'picture choice input': choices(
    (item) => textOf(item.title) || textOf(item.pictureSrc),
    note('PICTURES_LEFT_OUT'),
  ),
  'payment input': payment,
  cards,
  'cards input': cards,
  'otp input': (block) => stubFor(block, note('NO_ONE_TIME_CODES')),
}
