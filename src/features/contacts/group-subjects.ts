import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** So much of what a group is called is kept; the network takes less. */
const MAX_SUBJECT_CHARS = 200

/** An older word of the network never comes over a newer one. */
const NOTE = statement<never>(
  'group_note_subjects',
  `insert into group_subject as known (client_id, jid, subject, told_at)
   select $1, r.jid, left(r.subject, ${MAX_SUBJECT_CHARS}), to_timestamp(r.told_sec)
   from unnest($2::text[], $3::text[], $4::float8[]) as r(jid, subject, told_sec)
   on conflict (client_id, jid) do update set subject = excluded.subject, told_at = excluded.told_at
   where excluded.told_at >= known.told_at`,
)

export interface ToldSubject {
  jid: string
  subject: string
  toldSec: number
}

/** Keeps how groups are called; of one that is named twice, the newest word. */
export async function noteSubjects(
  db: Executor,
  clientId: string,
  told: readonly ToldSubject[],
): Promise<void> {
  const newest = new Map(told.toSorted((a, b) => a.toldSec - b.toldSec).map((one) => [one.jid, one]))
  // In one order, as others may store the same ones.
  const each = [...newest.values()].toSorted((a, b) => (a.jid < b.jid ? -1 : 1))
  if (each.length === 0) return
  await db.query(NOTE, [
    clientId,
    each.map(({ jid }) => jid),
    each.map(({ subject }) => subject),
    each.map(({ toldSec }) => toldSec),
  ])
}

/** How the chat is called if it is a group that the network told of, in SQL, by the primary key; for the end of a `coalesce`. */
export const subjectOf = (clientId: string, chat: string): string =>
  `(select nullif(g.subject, '') from group_subject g where g.client_id = ${clientId} and g.jid = ${chat})`
