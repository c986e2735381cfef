import { waitingEmail as en } from '../en/notices.ts'
import { waitingEmail as es } from '../es/notices.ts'
import { chooseLanguage, type Language } from '../languages.ts'
import { waitingEmail as pt } from '../pt/notices.ts'
import type { WaitingEmailWords } from './waiting-email-words.ts'

const WORDS: Readonly<Record<Language, WaitingEmailWords>> = { en, pt, es }

/** An e-mail is read at one glance; the rest is in the inbox. */
const MOST_LISTED = 20

/** A conversation that nobody answers. */
export interface WaitingConversation {
  clientName: string | null
  waitingMin: number
  /** Of the contact and what they wrote; null unless the person wants contents. */
  contactName: string | null
  text: string | null
  url: string
}

/** A note that names the person. */
export interface NamingNote {
  clientName: string | null
  byName: string | null
  /** Of the contact, and what the note says; null unless the person wants contents. */
  contactName: string | null
  text: string | null
  url: string
}

/** What is listed of a kind: an intro, its first ones, and how many more there are. */
function describeList<Item extends { text: string | null; url: string }>(
  words: WaitingEmailWords,
  items: readonly Item[],
  { intro, line }: { intro(count: number): string; line(item: Item): string },
): string[] {
  if (items.length === 0) return []
  const listed = items
    .slice(0, MOST_LISTED)
    .map((item) => [line(item), ...(item.text ? [item.text] : []), item.url].join('\n'))
  const rest = items.length - listed.length
  return [intro(items.length), ...listed, ...(rest > 0 ? [words.more(rest)] : [])]
}

const toPlace = ({ clientName, contactName }: Pick<NamingNote, 'clientName' | 'contactName'>): string =>
  [clientName ?? 'Parley', contactName].filter((name) => name !== null).join(' · ')

/** The e-mail in the language of the person, such as `pt-BR`. */
export function describeWaitingEmail(
  told: { conversations: readonly WaitingConversation[]; mentions: readonly NamingNote[] },
  { language, origin }: { language: string; origin: string },
): { subject: string; text: string } {
  const words = WORDS[chooseLanguage([language])]
  const { conversations, mentions } = told
  const count = conversations.length
  const paragraphs = [
    ...describeList(words, conversations, {
      intro: words.intro,
      line: (one) => words.line(toPlace(one), one.waitingMin),
    }),
    ...(count > 1 ? [`${words.all} ${origin}/inbox?show=waiting&all=true`] : []),
    ...describeList(words, mentions, {
      intro: words.mentionIntro,
      line: (one) => words.mentionLine(toPlace(one), one.byName),
    }),
    `${words.why} ${origin}/account`,
  ]
  const subject = count > 0 ? words.subject(count) : words.mentionSubject(mentions.length)
  return { subject, text: `${paragraphs.join('\n\n')}\n` }
}
