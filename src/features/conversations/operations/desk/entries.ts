import type { Handlers } from '../../../../contract/handlers.ts'
import type { Database } from '../../../../db/client.ts'
import { findContactId } from '../../../contacts/index.ts'
import { type EntryRow, parseEntryCursor, readEntries } from '../../read/entries.ts'
import { badField } from '../../records/refusals.ts'

type EntryHandlers = Pick<Handlers['chat'], 'listEntries'>
export type Entry = Awaited<ReturnType<EntryHandlers['listEntries']>>['entries'][number]

const KINDS_WITH_ID: Readonly<Record<string, Entry['actor']['kind']>> = {
  user: 'person',
  key: 'key',
  flow: 'flow',
}

function toActorOf({ actor, actorName: name }: EntryRow): Entry['actor'] {
  const [prefix = '', id] = actor.split(/:(.*)/s, 2)
  const kind = KINDS_WITH_ID[prefix]
  if (kind !== undefined && id !== undefined) return { kind, id, name }
  return { kind: actor === 'phone' || actor === 'contact' ? actor : 'system', id: null, name: null }
}

export function toEntry(clientId: string, row: EntryRow): Entry {
  const { userId, until, callId, isVideo = false, departmentId, labelId, name = '' } = row.facts
  return {
    ...{ id: row.id, clientId, jid: row.chat, at: row.at.toISOString(), kind: row.kind },
    actor: toActorOf(row),
    member: userId === undefined ? null : { userId, name: row.memberName },
    department: departmentId === undefined ? null : { id: departmentId, name: row.departmentName },
    label: labelId === undefined ? null : { id: labelId, name },
    until: until === undefined ? null : new Date(until).toISOString(),
    call: callId === undefined ? null : { callId, isVideo },
    text: row.text,
    editedAt: row.editedAt?.toISOString() ?? null,
    mentions: row.mentions,
  }
}

/** What was done with conversations. */
export function createEntryHandlers({ db }: { db: Database }): EntryHandlers {
  return {
    async listEntries({ clientId, jid, cursor, limit }) {
      const from = cursor === undefined ? null : parseEntryCursor(cursor)
      if (cursor !== undefined && !from) throw badField('cursor', 'PLACE_UNKNOWN', { list: 'pages' })
      const chat = await findContactId(db, clientId, jid)
      const { rows, nextCursor } = await readEntries(db, { clientId, chat, from, limit })
      return { entries: rows.map((row) => toEntry(clientId, row)), nextCursor }
    },
  }
}
