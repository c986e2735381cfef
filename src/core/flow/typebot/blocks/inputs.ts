import { type ConvertContext, type Converter, convertToNodes, newNode, stubFor } from '../converted.ts'
import { numberOf, objectOf, type TypebotBlock, textOf } from '../document.ts'
import { attempts, choices, invalidExit, retryTextOf } from './choices.ts'

/** A question whose answer is checked as `validate` says. */
function ask(
  validate: (block: TypebotBlock) => Record<string, unknown>,
  note?: (block: TypebotBlock, context: ConvertContext) => string,
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
      note?.(block, context) ?? '',
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
  return isTemplate ? 'bounds taken from variables are not checked' : ''
})

const date = ask(
  ({ options }) => ({ type: options.hasTime === true || options.isRange === true ? 'text' : 'date' }),
  ({ options }) =>
    options.hasTime === true || options.isRange === true
      ? 'a date with a time or a range is taken as text'
      : 'the answer is stored as YYYY-MM-DD',
)

const time = ask(
  () => ({ type: 'time' }),
  ({ options }) =>
    [undefined, '', 'HH:mm'].includes(options.format as string) ? '' : 'the answer is stored as HH:MM',
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
  () => 'answered with a whole number of the scale',
)

const file = ask(
  () => ({ type: 'media' }),
  ({ options }) =>
    options.isMultipleAllowed === true
      ? 'one file is taken, not several; it is stored with its kind, not as an address'
      : 'the file is stored with its kind, not as an address',
)

const text = ask(
  () => ({ type: 'any' }),
  ({ options }) => {
    const takesFiles = [options.attachments, options.audioClip].some(
      (item) => objectOf(item).isEnabled === true,
    )
    return takesFiles ? 'a file or a voice note is stored in the same variable' : ''
  },
)

export const EMAIL_RETRY = "This email doesn't seem to be valid. Can you type it again?"

export const INPUTS: Readonly<Record<string, Converter>> = {
  'text input': text,
  'number input': number,
  'email input': ask(() => ({ type: 'email' }), undefined, EMAIL_RETRY),
  'url input': ask(
    () => ({ type: 'url' }),
    () => 'the answer is stored in full, with https://',
  ),
  'phone number input': phone,
  'date input': date,
  'time input': time,
  'rating input': rating,
  'file input': file,
  'choice input': choices((item) => textOf(item.content), ''),
  'picture choice input': choices(
    (item) => textOf(item.title) || textOf(item.pictureSrc),
    'pictures and descriptions are not shown',
  ),
  'payment input': (block) => stubFor(block, 'payments are not available; send a payment link instead'),
  cards: (block) => stubFor(block, 'cards are not available; use a menu'),
  'cards input': (block) => stubFor(block, 'cards are not available; use a menu'),
  'otp input': (block) =>
    stubFor(block, 'one-time codes are not available; ask for the code and check it by http'),
}
