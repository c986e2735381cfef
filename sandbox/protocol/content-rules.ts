import type { proto } from 'baileys/WAProto/index.js'
import { findPoll, unwrapContent } from './content.ts'

/** The network's limit, as its web client is told it (zapo, spec/abprops: poll_option_count). */
const MAX_OPTIONS = 12
/** The longest text the apps let somebody write. */
const MAX_TEXT_CHARACTERS = 65_536

function findPollProblem(poll: proto.Message.IPollCreationMessage): string | undefined {
  const names = (poll.options ?? []).map(({ optionName }) => optionName ?? '')
  const selectable = poll.selectableOptionsCount ?? 0
  // zapo refuses a poll without options; whatsmeow's BuildPollCreation takes a count beyond them for none.
  if (names.length === 0) return 'the poll has no options'
  if (names.length > MAX_OPTIONS) return `the poll has more than ${MAX_OPTIONS} options`
  if (names.includes('')) return 'an option of the poll is empty'
  // A vote names its options by the hash of their text alone, so two of one text could not be told apart.
  if (new Set(names).size < names.length) return 'the poll has the same option twice'
  if (selectable > names.length) return 'more options of the poll may be chosen than there are'
  return undefined
}

/** What no app would have let anybody write, or no phone can show (sandbox-truth.md, kind 12). */
export function findContentProblem(message: proto.IMessage): string | undefined {
  const content = unwrapContent(message)
  const poll = findPoll(content)
  if (poll !== undefined) return findPollProblem(poll)
  const text = content.conversation ?? content.extendedTextMessage?.text
  if (text === undefined || text === null) {
    return content.extendedTextMessage ? 'the text is empty' : undefined
  }
  if (text === '') return 'the text is empty'
  return text.length > MAX_TEXT_CHARACTERS
    ? `the text is longer than ${MAX_TEXT_CHARACTERS} characters`
    : undefined
}
