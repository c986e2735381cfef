import { expect, test, vi } from 'vitest'
import { GatheredNews } from './gathered-news.ts'

test('what comes while a batch is dealt with is one next batch, and none is dealt with beside another', async () => {
  const batches: (readonly number[])[] = []
  const ends: (() => void)[] = []
  const news = new GatheredNews<number>((batch) => {
    batches.push(batch)
    return new Promise((resolve) => ends.push(resolve))
  })
  news.note([])
  expect(batches).toEqual([])
  news.note([1])
  for (const one of [2, 3, 4]) news.note([one])
  expect(batches).toEqual([[1]])
  ends.shift()?.()
  await expect.poll(() => batches).toEqual([[1], [2, 3, 4]])
  ends.shift()?.()
  await Promise.resolve()
  news.note([5])
  await expect.poll(() => batches).toEqual([[1], [2, 3, 4], [5]])
})

test('a batch that fails does not hold up those after it', async () => {
  const batches: (readonly number[])[] = []
  const news = new GatheredNews<number>(async (batch) => {
    batches.push(batch)
    await Promise.resolve()
    if (batch.includes(1)) throw new Error('cannot be read')
  })
  const told = vi.spyOn(console, 'error').mockReturnValue()
  news.note([1])
  news.note([2])
  await expect.poll(() => batches).toEqual([[1], [2]])
  expect(told).toHaveBeenCalledExactlyOnceWith(new Error('cannot be read'))
  told.mockRestore()
})
