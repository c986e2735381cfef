import { type Query, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { mergeNews, readAgain } from './merge-news.ts'

type Ids = readonly string[]
const KEY = ['thread']

/** A query whose reads are answered by hand, with what the service held when they were asked. */
function createThread() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const stored: string[] = []
  const answers: (() => void)[] = []
  const ask = (): Promise<Ids> => {
    const found = [...stored]
    return new Promise((resolve) => answers.push(() => resolve(found)))
  }
  const stop = new QueryObserver<Ids>(client, { queryKey: KEY, queryFn: ask }).subscribe(() => undefined)
  const query = client.getQueryCache().find({ queryKey: KEY }) as Query
  const merge = (known: Ids, news: Ids): Ids => [...new Set([...known, ...news])]
  return {
    client,
    stored,
    stop,
    ask,
    answers,
    answer: async (): Promise<void> => {
      await expect.poll(() => answers.length).toBeGreaterThan(0)
      answers.shift()?.()
    },
    mergeNews: (read = ask, patch: (known: Ids, news: Ids) => Ids | null = merge) =>
      mergeNews(client, query, read, patch),
    shown: () => client.getQueryData<Ids>(KEY),
  }
}

test('news outlive a read that was asked before they came and answered after', async () => {
  const thread = createThread()
  await thread.answer()
  await expect.poll(thread.shown).toEqual([])
  const again = thread.client.invalidateQueries({ queryKey: KEY })
  await expect.poll(() => thread.answers.length).toBe(1)
  thread.stored.push('new')
  const merged = thread.mergeNews()
  await thread.answer()
  await again
  await thread.answer()
  await merged
  expect(thread.shown()).toEqual(['new'])
  thread.stop()
})

test('news outlive a read that comes in between', async () => {
  const thread = createThread()
  await thread.answer()
  await expect.poll(thread.shown).toEqual([])
  thread.stored.push('new')
  const merged = thread.mergeNews()
  await expect.poll(() => thread.answers.length).toBe(1)
  const again = thread.client.invalidateQueries({ queryKey: KEY })
  await expect.poll(() => thread.answers.length).toBe(2)
  thread.stored.push('newer')
  for (const _read of ['news', 'the other', 'news again']) await thread.answer()
  await Promise.all([merged, again])
  expect(thread.shown()).toEqual(['new', 'newer'])
  thread.stop()
})

test('the whole is read anew when the news cannot be read or do not fit', async () => {
  for (const [read, patch] of [
    [() => Promise.reject(new Error('away')), undefined],
    [() => Promise.resolve(['far']), () => null],
  ] as const) {
    const thread = createThread()
    await thread.answer()
    await expect.poll(thread.shown).toEqual([])
    thread.stored.push('a', 'b')
    const merged = thread.mergeNews(read, patch)
    await thread.answer()
    await merged
    expect(thread.shown()).toEqual(['a', 'b'])
    thread.stop()
  }
})

test('the first read of a query is waited for before the news are put over it', async () => {
  const thread = createThread()
  const merged = thread.mergeNews()
  thread.stored.push('new')
  await thread.answer()
  await thread.answer()
  await merged
  expect(thread.shown()).toEqual(['new'])
  thread.stop()
})

test('what is being read for the first time is read again too', async () => {
  const thread = createThread()
  await expect.poll(() => thread.answers.length).toBe(1)
  thread.stored.push('new')
  const again = readAgain(thread.client)
  await thread.answer()
  await thread.answer()
  await again
  expect(thread.shown()).toEqual(['new'])
  thread.stop()
})
