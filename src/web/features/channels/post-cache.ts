import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { api, queries } from '../../app/api.ts'

/** What is said of one channel in one call. */
export interface InChannel {
  clientId: string
  channelJid: string
}

type Page = Awaited<ReturnType<typeof api.channels.listPosts>>
export type Post = Page['posts'][number]

/** As many as are looked at again for what was posted since. */
const NEWEST = 20

const keyOf = ({ clientId, channelJid }: InChannel) =>
  queries.channels.listPosts.key({ type: 'infinite', input: { clientId, channelJid } })

type Pages = InfiniteData<Page>

const mendPages = (cache: QueryClient, of: InChannel, mend: (pages: Page[]) => Page[]): void => {
  cache.setQueriesData<Pages>({ queryKey: keyOf(of) }, (data) => data && { ...data, pages: mend(data.pages) })
}

const mendPosts = (cache: QueryClient, of: InChannel, mend: (post: Post) => Post[]): void =>
  mendPages(cache, of, (pages) => pages.map((page) => ({ ...page, posts: page.posts.flatMap(mend) })))

const readAllAgain = (cache: QueryClient, of: InChannel) => cache.invalidateQueries({ queryKey: keyOf(of) })

/** Each look asks the network: what one post is now is asked for alone. One that is gone is left out. */
export async function readPost(cache: QueryClient, of: InChannel, serverId: number): Promise<void> {
  const { posts } = await api.channels.listPosts({ ...of, before: serverId + 1, limit: 1 })
  const found = posts.find((post) => post.serverId === serverId)
  mendPosts(cache, of, (post) => (post.serverId !== serverId ? [post] : found ? [found] : []))
}

/** Brings what was posted since to the front. */
export async function readNewest(cache: QueryClient, of: InChannel): Promise<void> {
  const { posts } = await api.channels.listPosts({ ...of, limit: NEWEST })
  let isApart = false
  mendPages(cache, of, (pages) => {
    const known = new Set(pages.flatMap((page) => page.posts.map(({ serverId }) => serverId)))
    const fresh = posts.filter(({ serverId }) => !known.has(serverId))
    isApart = known.size > 0 && fresh.length === NEWEST
    const [first, ...rest] = pages
    return first ? [{ ...first, posts: [...fresh, ...first.posts] }, ...rest] : pages
  })
  // More was posted than was looked at: something would be missing between.
  if (isApart) await readAllAgain(cache, of)
}

/** Takes out what was taken back. */
export function dropPost(cache: QueryClient, of: InChannel, isDropped: (post: Post) => boolean): void {
  mendPosts(cache, of, (post) => (isDropped(post) ? [] : [post]))
}

interface ChannelEvent {
  name: string
  clientId: string | null
  data: Readonly<Record<string, unknown>>
}

/** What one is told of posts of a channel, brought into those that are looked at; others are read when somebody looks. */
export function notePostNews(cache: QueryClient, { name, clientId, data }: ChannelEvent): void {
  if (clientId === null || (name !== 'channel.post' && name !== 'channel.counts')) return
  const of = { clientId, channelJid: String(data.jid) }
  if (cache.getQueryCache().findAll({ queryKey: keyOf(of), type: 'active' }).length === 0) {
    void readAllAgain(cache, of)
    return
  }
  const serverId = Number(data.serverId)
  if (name === 'channel.counts') {
    const { views, reactions } = data as Partial<Pick<Post, 'views' | 'reactions'>>
    const counts = { ...(views !== undefined && { views }), ...(reactions !== undefined && { reactions }) }
    mendPosts(cache, of, (post) => [post.serverId === serverId ? { ...post, ...counts } : post])
    return
  }
  if (data.change === 'deleted') return dropPost(cache, of, (post) => post.serverId === serverId)
  const read = data.change === 'posted' ? readNewest(cache, of) : readPost(cache, of, serverId)
  read.catch(() => readAllAgain(cache, of))
}
