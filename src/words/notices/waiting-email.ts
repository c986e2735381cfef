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

/** The e-mail in the language of the person, such as `pt-BR`. */
export function describeWaitingEmail(
  conversations: readonly WaitingConversation[],
  { language, origin }: { language: string; origin: string },
): { subject: string; text: string } {
  const words = WORDS[chooseLanguage([language])]
  const count = conversations.length
  const listed = conversations
    .slice(0, MOST_LISTED)
    .map(({ clientName, contactName, waitingMin, text, url }) => {
      const place = [clientName ?? 'Parley', contactName].filter((name) => name !== null).join(' · ')
      return [words.line(place, waitingMin), ...(text ? [text] : []), url].join('\n')
    })
  const rest = count - listed.length
  const paragraphs = [
    words.intro(count),
    ...listed,
    ...(rest > 0 ? [words.more(rest)] : []),
    ...(count > 1 ? [`${words.all} ${origin}/inbox?show=waiting&all=true`] : []),
    `${words.why} ${origin}/account`,
  ]
  return { subject: words.subject(count), text: `${paragraphs.join('\n\n')}\n` }
}
