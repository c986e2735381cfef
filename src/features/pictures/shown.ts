import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import { fileUrl } from '../media/index.ts'
import type { PictureState } from './store.ts'

/** As a list reads it beside other things. */
export interface ListedPicture {
  state: PictureState
  id: string | null
  fileId: string | null
  due: boolean
}

/** As `contract/resources.ts` describes it. */
export interface ShownPicture {
  state: PictureState
  id: string | null
  url: string | null
  due: boolean
}

/** A column of what is known of somebody's picture, by SQL for the client and the address; null where nothing is. Over the primary key. */
export const selectPicture = (client: string, jid: string): string =>
  `(select jsonb_build_object('state', pic.state, 'id', pic.picture_id, 'fileId', pic.file_id, 'due', pic.due_at <= now())
    from picture pic where pic.client_id = ${client} and pic.jid = ${jid})`

/** By the primary key of each. */
const LIST = statement<{ jid: string; picture: ListedPicture | null }>(
  'picture_list',
  `select n.jid, ${selectPicture('$1', 'n.jid')} as picture from unnest($2::text[]) as n(jid)`,
)

export const toShownPicture = (listed: ListedPicture | null): ShownPicture | null =>
  listed && {
    state: listed.state,
    id: listed.id,
    url: listed.fileId === null ? null : fileUrl(listed.fileId),
    due: listed.due,
  }

/** Each with what is known of its picture. */
export async function withPictures<T extends { jid: string }>(
  db: Executor,
  clientId: string,
  given: readonly T[],
): Promise<(T & { picture: ShownPicture | null })[]> {
  if (given.length === 0) return []
  const rows = await db.query(LIST, [clientId, given.map(({ jid }) => jid)])
  const known = new Map(rows.map(({ jid, picture }) => [jid, toShownPicture(picture)]))
  return given.map((one) => ({ ...one, picture: known.get(one.jid) ?? null }))
}
