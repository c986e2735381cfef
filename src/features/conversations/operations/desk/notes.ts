import type { Handlers, Principal } from '../../../../contract/handlers.ts'
import { toActor } from '../../../../core/conversation/conversation-entry.ts'
import { missing, type Refusal, refusal } from '../../../../core/errors.ts'
import type { Database } from '../../../../db/client.ts'
import { statement } from '../../../../db/statement.ts'
import type { Transaction } from '../../../../db/transaction.ts'
import { findContactId } from '../../../contacts/index.ts'
import { runOnce } from '../../../idempotency/index.ts'
import { ENTRY_COLUMNS, type EntryRow } from '../../read/entries.ts'
import { toEntry } from './entries.ts'

type NoteHandlers = Pick<Handlers['chat'], 'createNote' | 'updateNote' | 'deleteNote' | 'seeMentions'>

/** None where there is no message, over message_page, or an earlier call of the same key wrote it. */
const CREATE = statement<{ id: string }>(
  'chat_create_note',
  `insert into conversation_entry (client_id, chat, kind, actor, text, id)
   select $1, $2, 'note', $3, $4, $5 where exists (select from message m where m.client_id = $1 and m.chat = $2)
   on conflict (id) do nothing returning id`,
)

/** A note of somebody, by the primary key. */
const OWN = "e.id = $2 and e.client_id = $1 and e.kind = 'note' and e.actor = $3"

const UPDATE = statement<{ id: string }>(
  'chat_update_note',
  `update conversation_entry e set text = $4, edited_at = case when e.text = $4 then e.edited_at else now() end
   where ${OWN} returning e.id`,
)

const READ = statement<EntryRow>(
  'chat_read_entry',
  `select ${ENTRY_COLUMNS} from conversation_entry e where e.id = $1`,
)

/** Answers those of $3 who see the client $2. Who is named already stays as they are; the others of the note go. */
const NAME = statement<{ userId: string }>(
  'chat_name_in_note',
  `with named as (
     select m.user_id from client k join workspace_member m on m.workspace_id = k.user_id
     where k.id = $2 and m.user_id = any($3::text[]) and (m.client_ids is null or k.id = any(m.client_ids))
   ), gone as (
     delete from conversation_mention where entry_id = $1 and user_id <> all($3::text[])
   ), made as (
     insert into conversation_mention (entry_id, user_id) select $1, user_id from named on conflict do nothing
   )
   select user_id as "userId" from named`,
)

/** Over conversation_mention_unseen. */
const SEE = statement<never>(
  'chat_see_mentions',
  `update conversation_mention n set seen_at = now() from conversation_entry e
   where n.user_id = $3 and n.seen_at is null and e.id = n.entry_id and e.client_id = $1 and e.chat = $2`,
)

const DELETE = statement<{ id: string }>(
  'chat_delete_note',
  `delete from conversation_entry e where ${OWN} returning e.id`,
)

const FIND = statement<{ id: string }>(
  'chat_find_note',
  `select id from conversation_entry where id = $2 and client_id = $1 and kind = 'note'`,
)

export interface NoteDeps {
  db: Database
  newId(): string
  /** Events were logged: open streams need not wait to find them. */
  announce(): void
}

/** Why a note could not be changed: it is another one’s, or there is none. */
async function refuseNote(db: Database, clientId: string, id: string): Promise<Refusal> {
  const isThere = await db.queryOne(FIND, [clientId, id])
  return isThere ? refusal('FORBIDDEN', 'NOTE_NOT_OWN', {}) : missing('note')
}

/** Has a note name these members and no others, and answers it as it is then. */
async function nameMembers(
  tx: Transaction,
  clientId: string,
  id: string,
  userIds: readonly string[],
): Promise<EntryRow> {
  const named = await tx.query(NAME, [id, clientId, userIds])
  if (named.length < new Set(userIds).size) throw missing('member')
  const row = await tx.queryOne(READ, [id])
  if (!row) throw missing('note')
  return row
}

/** Notes of the team. Nothing here knows a way to the network. */
export function createNoteHandlers({ db, newId, announce }: NoteDeps): NoteHandlers {
  const own = (clientId: string, id: string, principal: Principal) => [clientId, id, toActor(principal)]
  return {
    async createNote(input, { principal, idempotencyKey: key }) {
      const { clientId, target, text, mentions } = input
      const asked = { userId: principal.userId, key, operation: 'chat.createNote', body: { ...input } }
      return await runOnce({ db, newMessageId: newId }, asked, async (id) => {
        const chat = await findContactId(db, clientId, target)
        const row = await db.transaction(async (tx) => {
          if (await tx.queryOne(CREATE, [clientId, chat, toActor(principal), text, id]))
            return await nameMembers(tx, clientId, id, mentions)
          const before = await tx.queryOne(READ, [id])
          if (!before) throw missing('conversation')
          return before
        })
        announce()
        return { response: toEntry(clientId, row), final: true }
      })
    },
    async updateNote({ clientId, id, text, mentions }, { principal }) {
      const row = await db.transaction(async (tx) => {
        const changed = await tx.queryOne(UPDATE, [...own(clientId, id, principal), text])
        return changed && (await nameMembers(tx, clientId, changed.id, mentions))
      })
      if (!row) throw await refuseNote(db, clientId, id)
      announce()
      return toEntry(clientId, row)
    },
    async seeMentions({ clientId, jid }, { principal }) {
      await db.query(SEE, [clientId, await findContactId(db, clientId, jid), principal.userId])
      return { success: true }
    },
    async deleteNote({ clientId, id }, { principal }) {
      if (!(await db.queryOne(DELETE, own(clientId, id, principal)))) throw await refuseNote(db, clientId, id)
      announce()
      return { success: true }
    },
  }
}
