import { describe, expect, test } from 'vitest'
import { isSettled } from '../../../test/support/batchers.ts'
import type { Database } from '../../db/client.ts'
import type { NetworkConnection } from '../../network/port.ts'
import { silentLog } from '../../platform/logger.ts'
import { nextEventLoopTurn } from '../../platform/queue/event-loop-turn.ts'
import { ClientDownloader, createDownloadSlots } from './downloads.ts'
import type { MediaStore } from './store/store.ts'
import type { MediaRow } from './types.ts'

const open = new AbortController().signal

describe('the places that downloads of a process share', () => {
  test('are eight, and each that is given back goes to who has waited longest', async () => {
    const slots = createDownloadSlots()
    const taken = await Promise.all(Array.from({ length: 8 }, () => slots(open)))
    const first = slots(open)
    const second = slots(open)
    expect([await isSettled(first), await isSettled(second)]).toEqual([false, false])
    taken[3]?.()
    const giveBack = await first
    expect(await isSettled(second)).toBe(false)
    giveBack()
    await second
  })

  test('are not taken by whoever stopped waiting', async () => {
    const slots = createDownloadSlots()
    const taken = await Promise.all(Array.from({ length: 8 }, () => slots(open)))
    const leaving = new AbortController()
    const left = slots(leaving.signal)
    const slot = slots(open)
    leaving.abort(new Error('closed'))
    await expect(left).rejects.toThrow('closed')
    await expect(slots(leaving.signal)).rejects.toThrow('closed')
    taken[0]?.()
    await slot
    const next = slots(open)
    expect(await isSettled(next)).toBe(false)
    taken[1]?.()
    await next
  })
})

/** A downloader whose reading of what waits ends as the test says; nothing else of the database is asked. */
function buildDownloader() {
  const reads: PromiseWithResolvers<MediaRow[]>[] = []
  const query = () => {
    const read = Promise.withResolvers<MediaRow[]>()
    reads.push(read)
    return read.promise
  }
  const deps = {
    db: { query } as unknown as Database,
    log: silentLog,
    store: {} as MediaStore,
    timing: { transferMs: 1_000, retryAfterMs: [] },
    slots: createDownloadSlots(),
    expiresAt: () => new Date(0),
  }
  let connection: NetworkConnection | null = {} as NetworkConnection
  const downloader = new ClientDownloader(deps, { clientId: 'client', connection: () => connection })
  const disconnect = () => {
    connection = null
  }
  return { downloader, reads, disconnect }
}

describe('what waits to be downloaded', () => {
  test('is read once more when files came while it was being read', async () => {
    const { downloader, reads } = buildDownloader()
    downloader.wake()
    downloader.wake()
    downloader.wake()
    expect(reads).toHaveLength(1)
    reads[0]?.resolve([])
    await nextEventLoopTurn()
    expect(reads).toHaveLength(2)
    reads[1]?.resolve([])
    await nextEventLoopTurn()
    expect(reads).toHaveLength(2)
    await downloader.close()
  })

  test('is not read without a connection, nor after the end, which waits for what is being read', async () => {
    const { downloader, reads } = buildDownloader()
    downloader.wake()
    const closed = downloader.close()
    expect(await isSettled(closed)).toBe(false)
    reads[0]?.resolve([])
    await closed
    downloader.wake()
    const other = buildDownloader()
    other.disconnect()
    other.downloader.wake()
    await nextEventLoopTurn()
    expect([reads.length, other.reads.length]).toEqual([1, 0])
    await other.downloader.close()
  })
})
