import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import type { ProfilePicture } from '../../network/port.ts'

/** `unknown`: the network was asked and gave no answer. */
export type PictureState = ProfilePicture['state'] | 'unknown'

/** What is known of the picture of a person or a group. */
export interface PictureRow {
  state: PictureState
  /** The network's, of what was found. */
  pictureId: string | null
  /** Its file here; null when it is not here, or not any more. */
  fileId: string | null
  /** The network's link to it, as it was given last. */
  link: string | null
  /** Whether the network is to be asked again when somebody looks. */
  isDue: boolean
  /** Whether the link was given so lately that it still leads there. */
  isLinkFresh: boolean
  /** From when on it is due; a notice gives it another one. */
  dueAt: string
}

/** People change their picture rarely, and the network says so when they do. */
const ASKED_AGAIN_AFTER = "interval '7 days'"
/** Somebody may be shown a picture from now on without any word of it. */
const HIDDEN_AGAIN_AFTER = "interval '2 days'"
/** Where it was found and could not be had, or nothing was answered. */
const FAILED_AGAIN_AFTER = "interval '10 minutes'"
/** Links live for some days. */
const LINK_GIVEN_FOR = "interval '1 day'"
/** What nobody looked at for so long is forgotten where nothing is kept of it: it is as good as never asked for. */
const FORGOTTEN_AFTER = "interval '30 days'"

const COLUMNS = `p.state, p.picture_id as "pictureId", p.file_id as "fileId", p.link, p.due_at <= now() as "isDue",
  p.asked_at > now() - ${LINK_GIVEN_FOR} as "isLinkFresh", p.due_at::text as "dueAt"`

/** Over the primary key. */
const READ = statement<PictureRow>(
  'picture_read',
  `select ${COLUMNS} from picture p where p.client_id = $1 and p.jid = $2`,
)

/** Over picture_by_asked. */
const COUNT_ASKED = statement<{ lately: number; today: number }>(
  'picture_count_asked',
  `select count(*) filter (where asked_at > now() - interval '10 minutes')::int as lately, count(*)::int as today
   from picture where client_id = $1 and asked_at > now() - interval '1 day'`,
)

/**
 * What is known is shown as due until the answer is here: a list that is read meanwhile tells the old picture, and whoever reads it must
 * ask as well.
 */
const NOTE_ASKED = statement<{ dueAt: string }>(
  'picture_note_asked',
  `insert into picture as p (client_id, jid, state, asked_at, due_at)
   values ($1, $2, 'unknown', now(), now() + ${FAILED_AGAIN_AFTER})
   on conflict (client_id, jid) do update set asked_at = now()
   returning p.due_at::text as "dueAt"`,
)

/**
 * $3 what was said, $4 the id, $5 the link, $6 the file, $8 `due_at` of before the question. A file is deleted an hour at the latest after
 * another took its place, and one that is kept here for good no longer goes by itself. Where nothing was answered, what was known before
 * stays. What a notice said while the network was asked is newer than its answer: a picture that was removed stays so, and one that is
 * another stays due.
 */
const WRITE = statement<PictureRow>(
  'picture_write',
  `with before as (select file_id from picture where client_id = $1 and jid = $2),
   written as (
     insert into picture as p (client_id, jid, state, picture_id, link, file_id, asked_at, due_at)
     values ($1, $2, $3, $4, $5, $6::uuid, now(), now() + case
       when $3 = 'hidden' then ${HIDDEN_AGAIN_AFTER}
       when $3 = 'none' or $6::uuid is not null or $7 then ${ASKED_AGAIN_AFTER}
       else ${FAILED_AGAIN_AFTER} end)
     on conflict (client_id, jid) do update set
       state = case when $3 = 'unknown' then p.state else excluded.state end,
       picture_id = case when $3 = 'unknown' then p.picture_id else excluded.picture_id end,
       link = case when $3 = 'unknown' then p.link else excluded.link end,
       file_id = case when $3 = 'unknown' then p.file_id else excluded.file_id end,
       asked_at = excluded.asked_at,
       due_at = case when p.due_at is distinct from coalesce($8::timestamptz, p.due_at) then p.due_at else excluded.due_at end
       where $8::timestamptz is null or p.due_at = $8::timestamptz or p.state <> 'none'
     returning ${COLUMNS}
   ),
   kept as (update media m set expires_at = null from written where m.id = $6::uuid),
   gone as (
     update media m set expires_at = now() from before b, written
     where m.id = b.file_id and m.id is distinct from $6::uuid and $3 <> 'unknown'
   )
   select * from written`,
)

/** $2 whose, $3 the id of the other one where it is told, $4 whether there is none any more. What nobody asked for stays unknown. */
const NOTE_CHANGED = statement<never>(
  'picture_note_changed',
  `with told as (select * from unnest($2::text[], $3::text[], $4::boolean[]) as t(jid, picture_id, is_removed)),
   gone as (
     update media m set expires_at = now() from picture p join told t on t.jid = p.jid and t.is_removed
     where p.client_id = $1 and m.id = p.file_id
   )
   update picture p set
     state = case when t.is_removed then 'none' else p.state end,
     picture_id = case when t.is_removed then null else p.picture_id end,
     link = case when t.is_removed then null else p.link end,
     file_id = case when t.is_removed then null else p.file_id end,
     due_at = case when t.is_removed then now() + ${ASKED_AGAIN_AFTER} else now() end
   from told t
   where p.client_id = $1 and p.jid = t.jid
     and (t.is_removed or t.picture_id is null or t.picture_id is distinct from p.picture_id)`,
)

const FORGET = statement<never>(
  'picture_forget',
  `delete from picture where file_id is null and due_at < now() - ${FORGOTTEN_AFTER}`,
)

export const readPicture = (db: Executor, clientId: string, jid: string): Promise<PictureRow | undefined> =>
  db.queryOne(READ, [clientId, jid])

/** Of how many people and groups the network was asked: in ten minutes, and in a day. */
export const countAsked = async (
  db: Executor,
  clientId: string,
): Promise<{ lately: number; today: number }> =>
  (await db.queryOne(COUNT_ASKED, [clientId])) ?? { lately: 0, today: 0 }

/** Notes that the network is asked now; answers from when on the picture is due. */
export async function noteAsked(db: Executor, clientId: string, jid: string): Promise<string> {
  const noted = await db.queryOne(NOTE_ASKED, [clientId, jid])
  if (!noted) throw new Error('that a picture is asked for was not written')
  return noted.dueAt
}

/** What the network said, or `unknown`; `isComplete` where no file is to be kept of it. */
export interface SaidPicture {
  said: ProfilePicture | { state: 'unknown' }
  fileId: string | null
  isComplete: boolean
  /** Of before the question. */
  dueAt?: string | null
}

/** Keeps what the network said; answers what is known from now on. */
export async function writePicture(
  db: Executor,
  clientId: string,
  jid: string,
  { said, fileId, isComplete, dueAt = null }: SaidPicture,
): Promise<PictureRow> {
  const { id, url } = said.state === 'found' ? said : { id: null, url: null }
  const written = await db.queryOne(WRITE, [clientId, jid, said.state, id, url, fileId, isComplete, dueAt])
  const row = written ?? (await readPicture(db, clientId, jid))
  if (!row) throw new Error('what is known of a picture was not written')
  return row
}

export interface ChangedPicture {
  jid: string
  /** Null where it is not told, and when there is none any more. */
  pictureId: string | null
  isRemoved: boolean
}

/** Notes whose picture is another: it is asked for when somebody looks. One that was removed is gone at once. */
export async function noteChangedPictures(
  tx: Executor,
  clientId: string,
  changed: readonly ChangedPicture[],
): Promise<void> {
  // The last word on each counts.
  const last = [...new Map(changed.map((one) => [one.jid, one])).values()]
  if (last.length === 0) return
  await tx.query(NOTE_CHANGED, [
    clientId,
    last.map(({ jid }) => jid),
    last.map(({ pictureId }) => pictureId),
    last.map(({ isRemoved }) => isRemoved),
  ])
}

/** Forgets of whom nothing is kept and nobody asked for long. Run it hourly. */
export async function forgetOldPictures(db: Executor): Promise<void> {
  await db.query(FORGET, [])
}
