import type { Actor, EntryFacts, EntryKind } from '../../../../core/conversation/conversation-entry.ts'
import { toJsonText } from '../../../../db/json-text.ts'
import { statement } from '../../../../db/statement.ts'
import type { Transaction } from '../../../../db/transaction.ts'

/** Something that was done. Notes are written by `operations/desk/notes.ts`. */
export type NewEntry = {
  [Kind in EntryKind]: {
    clientId: string
    /** Canonical. */
    chat: string
    kind: Kind
    actor: Actor
    facts: EntryFacts[Kind]
  }
}[Exclude<EntryKind, 'note'>]

/** The function of the database by which triggers write entries too. */
const RECORD = statement<object>('chat_record_entry', 'select note_entry($1, $2, $3, $4, $5::jsonb)')

/** Writes what was done with a conversation into its record. Call it in the transaction that does it. */
export async function recordEntry(tx: Transaction, entry: NewEntry): Promise<void> {
  const { clientId, chat, kind, actor, facts } = entry
  await tx.query(RECORD, [clientId, chat, kind, actor, toJsonText(facts)])
}
