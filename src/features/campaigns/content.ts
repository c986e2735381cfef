import { toPhoneNumber } from '../../core/addresses.ts'
import type { MediaContent, MediaKind, TextContent } from '../../core/conversation/content.ts'
import { type FilledText, fillText } from '../../core/text/fill-text.ts'
import type { PersonFacts } from './facts.ts'

/** The kinds of a file that the network shows as what they are; all else goes as a document. */
const SHOWN: readonly MediaKind[] = ['image', 'video', 'audio']

/** The text as one person gets it. A list or a table may call somebody otherwise than the address book. */
export function fillFor(
  text: string,
  { name, held, facts }: { name: string | null; held: Record<string, unknown>; facts: PersonFacts },
): FilledText {
  const contact = {
    name: name ?? facts.name,
    phone: toPhoneNumber(facts.phone ?? facts.jid),
    username: facts.username,
    fields: facts.fields,
  }
  return fillText(text, { contact, row: held })
}

/** What is heard has no caption. */
export const hasNoCaption = (mimetype: string | null): boolean => toKind(mimetype) === 'audio'

const toKind = (mimetype: string | null): MediaKind =>
  SHOWN.find((one) => mimetype?.startsWith(`${one}/`)) ?? 'document'

export function buildContent(
  text: string,
  { assetId, mimetype }: { assetId: string | null; mimetype: string | null },
): TextContent | MediaContent {
  if (assetId === null) return { type: 'text', text, linkPreview: true, quoteMessageId: null, typing: 'none' }
  const caption = text === '' || hasNoCaption(mimetype) ? null : text
  return {
    type: 'media',
    kind: toKind(mimetype),
    source: { assetId },
    caption,
    fileName: null,
    mimeType: null,
  }
}
