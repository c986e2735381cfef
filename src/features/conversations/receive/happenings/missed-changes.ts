import type { Address } from '../../../../core/addresses.ts'
import { statement } from '../../../../db/statement.ts'
import type { Executor } from '../../../../db/transaction.ts'
import {
  type ChannelNotice,
  type ChannelPost,
  changedHereNotice,
  editNotice,
  type PostsAfter,
  postedHereNotice,
  postNotice,
  revokeNotice,
} from '../../../../network/port.ts'

/** What became of a post, with the notices that say whether it is told. */
export interface Change {
  notice: ChannelNotice
  /** Of the post itself. */
  ofPost: string
  /** There when the client changed the post itself. */
  ofClient: string
}

export const toPosted = (channel: Address, post: ChannelPost): ChannelNotice => ({
  ...{ id: postNotice(channel, post.serverId), channel, atSec: post.atSec },
  news: { kind: 'posted', post, isOwn: null },
})

/** What a page says of posts up to the mark: they were told, as far as they were posted since the channel is known here. */
export function listChanges(channel: Address, mark: number, page: PostsAfter, nowSec: number): Change[] {
  const isOld = ({ serverId }: { serverId: number }): boolean => serverId <= mark
  const of = ({ id, serverId }: { id: string; serverId: number }) => ({
    ofPost: postNotice(channel, serverId),
    ofClient: changedHereNotice(channel, id),
  })
  const edited = page.posts
    .filter((post) => isOld(post) && post.editedMs > 0)
    .map((post): Change => {
      const id = editNotice(of(post).ofPost, post.editedMs)
      const atSec = Math.floor(post.editedMs / 1000)
      return { ...of(post), notice: { id, channel, atSec, news: { kind: 'edited', post } } }
    })
  const revoked = page.revoked.filter(isOld).map((post): Change => {
    const id = revokeNotice(of(post).ofPost)
    return { ...of(post), notice: { id, channel, atSec: nowSec, news: { kind: 'revoked', ...post } } }
  })
  return [...edited, ...revoked]
}

/** Over the primary key. */
const FIND = statement<{ id: string }>(
  'channel_find_notices',
  'select id from group_notice where client_id = $1 and id = any($2::text[])',
)

/** Those that the client did not post itself. */
export async function findPostsOfOthers(
  db: Executor,
  clientId: string,
  channel: Address,
  posts: readonly ChannelPost[],
): Promise<ChannelPost[]> {
  if (posts.length === 0) return []
  const fromHere = posts.map(({ id }) => postedHereNotice(channel, id))
  const known = new Set((await db.query(FIND, [clientId, fromHere])).map(({ id }) => id))
  return posts.filter(({ id }) => !known.has(postedHereNotice(channel, id)))
}

/**
 * Changes of posts that were told, and that were not told themselves. Of a post that the client changed itself none is: which of them
 * is its own no page says.
 */
export async function findMissedChanges(
  db: Executor,
  clientId: string,
  changes: readonly Change[],
): Promise<ChannelNotice[]> {
  if (changes.length === 0) return []
  const ids = changes.flatMap(({ notice, ofPost, ofClient }) => [notice.id, ofPost, ofClient])
  const known = new Set((await db.query(FIND, [clientId, ids])).map(({ id }) => id))
  return changes
    .filter(
      ({ notice, ofPost, ofClient }) => known.has(ofPost) && !known.has(notice.id) && !known.has(ofClient),
    )
    .map(({ notice }) => notice)
}
