import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/client.ts'
import type { Downloader, DownloaderOptions } from './downloads.ts'
import { readMedia } from './rows.ts'
import type { MediaRow } from './types.ts'

/** How soon a file is looked for again that another process downloads, or that waits for a connection. */
const LOOK_AGAIN_MS = 1_000

/** Files that are on their way while somebody needs their bytes. */
export interface Arrivals {
  /** Notes the downloader that brings a client's files into this process. */
  join(options: DownloaderOptions, downloader: Downloader): Downloader
  /**
   * The row once nothing more will come of it, or as it stands when the signal says that it takes too long. A download
   * that failed before is tried once more.
   */
  settle(row: MediaRow, signal: AbortSignal): Promise<MediaRow | undefined>
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Whether something may still come of it; `first` is how it stood at the beginning. */
function isOpen({ state }: MediaRow, first: MediaRow, tries: number): boolean {
  return state === 'waiting' || (state === 'failed' && first.state === 'failed' && tries === 0)
}

export function createArrivals(db: Database): Arrivals {
  const downloaders = new Map<string, Downloader>()

  async function fetchOnce({ clientId, messageSeq }: MediaRow, end: Promise<void>): Promise<void> {
    const downloader = downloaders.get(clientId)
    if (downloader && messageSeq !== null) await Promise.race([downloader.fetch(messageSeq), end])
  }

  return {
    join({ clientId }, downloader) {
      const joined: Downloader = {
        wake: () => downloader.wake(),
        fetch: (seq) => downloader.fetch(seq),
        close: async () => {
          if (downloaders.get(clientId) === joined) downloaders.delete(clientId)
          await downloader.close()
        },
      }
      downloaders.set(clientId, joined)
      return joined
    },
    async settle(row, signal) {
      const end = aborted(signal)
      let now: MediaRow | undefined = row
      for (let tries = 0; now && !signal.aborted && isOpen(now, row, tries); tries += 1) {
        if (tries > 0) await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {})
        await fetchOnce(now, end)
        now = await readMedia(db, row.clientId, row.id)
      }
      return now
    },
  }
}
