import type { JournalEntry, NetworkEvent } from '../port.ts'
import type { StanzaAttrs } from './wire.ts'

/** The outside of a journaled message: what is needed, beside its plaintext, to read it again after a restart. */
export interface JournalStanza {
  attrs: StanzaAttrs
}

/** One encrypted part of a stanza, named the same whenever the stanza comes again. */
export function journalIdOf(attrs: StanzaAttrs, part: number): string {
  return [attrs.from, attrs.participant, attrs.id, part].filter((piece) => piece !== undefined).join('|')
}

export const formatJournalStanza = (stanza: JournalStanza): string => JSON.stringify({ attrs: stanza.attrs })

/** Reads a stored stanza; null when it cannot be read, so that one bad row does not stop the others. */
export function parseJournalStanza(text: string): JournalStanza | null {
  try {
    const { attrs } = JSON.parse(text) as { attrs?: unknown }
    if (typeof attrs !== 'object' || attrs === null) return null
    const strings = Object.entries(attrs).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    return { attrs: Object.fromEntries(strings) }
  } catch {
    return null
  }
}

interface KeptKind<Notice> {
  /** No message's journal id begins so: they begin with an address. */
  prefix: string
  toEvent: (notice: Notice, journalId: string) => NetworkEvent
  /** What is told of one that cannot be read. */
  unreadable: string
}

/** Notices of one kind, as they are kept in the journal until the host has stored what follows from them. */
export const keepNotices = <Notice>({ prefix, toEvent, unreadable }: KeptKind<Notice>) => ({
  /** `id` is unique in the client. */
  keep: (id: string, notice: Notice, attrs: StanzaAttrs = {}): JournalEntry => ({
    id: `${prefix}${id}`,
    stanza: formatJournalStanza({ attrs }),
    plaintext: new TextEncoder().encode(JSON.stringify(notice)),
  }),
  isKept: ({ id }: Pick<JournalEntry, 'id'>): boolean => id.startsWith(prefix),
  /** The event of a kept one. */
  tell: ({ id, plaintext }: JournalEntry): NetworkEvent => {
    try {
      return toEvent(JSON.parse(new TextDecoder().decode(plaintext)) as Notice, id)
    } catch {
      return { kind: 'other', note: unreadable, journalId: id }
    }
  },
})
