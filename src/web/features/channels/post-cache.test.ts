import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queries } from '../../app/api.ts'
import { dropPost, notePostNews, type Post, readNewest, readPost } from './post-cache.ts'

const of = { clientId: 'one', channelJid: '120363000000000007@newsletter' }
const other = { ...of, channelJid: '120363000000000008@newsletter' }
/** What the service was asked for, and what it answers. */
let asked: unknown[]
let answer: ReturnType<typeof page>

const post = (serverId: number, text = `post ${serverId}`): Post => ({
  ...{ id: `id${serverId}`, serverId, type: 'text', text, file: null },
  ...{ postedAt: null, editedAt: null, views: 0, reactions: [] },
})
const page = (...posts: Post[]) => ({ posts, nextBefore: posts.at(-1)?.serverId ?? null })

let cache: QueryClient
const keyOf = (channel: typeof of) =>
  queries.channels.listPosts.infiniteKey({
    input: (before: number | null) => ({ ...channel, limit: 20, ...(before === null ? {} : { before }) }),
    initialPageParam: null as number | null,
  })
const texts = (channel = of) =>
  cache
    .getQueryData<{ pages: { posts: Post[] }[] }>(keyOf(channel))
    ?.pages.map(({ posts }) => posts.map(({ text }) => text))

beforeEach(() => {
  cache = new QueryClient()
  asked = []
  vi.stubGlobal('location', new URL('http://127.0.0.1'))
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(await request.json())
    return Response.json(answer)
  })
  const pages = [page(post(9), post(8)), page(post(7))]
  for (const channel of [of, other]) cache.setQueryData(keyOf(channel), { pages, pageParams: [null, 8] })
})

afterEach(() => {
  cache.clear()
  vi.unstubAllGlobals()
})

/** Somebody looks at the posts. */
function look(): void {
  const options = {
    queryKey: keyOf(of),
    queryFn: () => Promise.reject(new Error('all of it was asked for')),
    refetchOnMount: false,
  }
  new QueryObserver(cache, options).subscribe(() => {})
}

it('reads one post again in its place, in its channel alone', async () => {
  answer = page(post(7, 'changed'))
  await readPost(cache, of, 7)
  expect(asked).toEqual([{ ...of, before: 8, limit: 1 }])
  expect(texts()).toEqual([['post 9', 'post 8'], ['changed']])
  expect(texts(other)).toEqual([['post 9', 'post 8'], ['post 7']])
})

it('leaves out a post that is gone, or was taken back', async () => {
  answer = page(post(6))
  await readPost(cache, of, 7)
  dropPost(cache, of, ({ id }) => id === 'id9')
  expect(texts()).toEqual([['post 8'], []])
})

it('puts what was posted since to the front', async () => {
  answer = page(post(11), post(10), post(9), post(8))
  await readNewest(cache, of)
  expect(texts()).toEqual([['post 11', 'post 10', 'post 9', 'post 8'], ['post 7']])
})

it('brings counts into a post that is looked at without asking the network', () => {
  look()
  const data = { jid: of.channelJid, serverId: 8, views: 3, reactions: [{ emoji: '👍', count: 2 }] }
  notePostNews(cache, { name: 'channel.counts', clientId: 'one', data })
  const found = cache.getQueryData<{ pages: { posts: Post[] }[] }>(keyOf(of))?.pages[0]?.posts[1]
  expect(found).toMatchObject({ text: 'post 8', views: 3, reactions: [{ emoji: '👍', count: 2 }] })
  expect(asked).toEqual([])
})

it('asks the network for news of a channel only while somebody looks at it', async () => {
  const posted = {
    name: 'channel.post',
    clientId: 'one',
    data: { jid: of.channelJid, serverId: 10, change: 'posted' },
  }
  notePostNews(cache, posted)
  expect(asked).toEqual([])
  expect(cache.getQueryState(keyOf(of))?.isInvalidated).toBe(true)
  look()
  answer = page(post(10), post(9))
  notePostNews(cache, posted)
  await vi.waitFor(() => expect(texts()?.[0]).toEqual(['post 10', 'post 9', 'post 8']))
  notePostNews(cache, { ...posted, data: { ...posted.data, serverId: 9, change: 'deleted' } })
  expect(texts()?.[0]).toEqual(['post 10', 'post 8'])
})
