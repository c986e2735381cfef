import { type FilledText, fillText } from '../../../core/text/fill-text.ts'

/** What the variables of a canned reply stand for. */
export interface ReplyValues {
  contact: {
    name: string | null
    phone: string | null
    fields: Readonly<Record<string, unknown>>
  }
  agent: { name: string }
}

/** Puts values in place of the variables. A name that is none, and whatever else stands in braces, stays as it is written. */
export const fillReply = (text: string, values: ReplyValues): FilledText => fillText(text, values)
