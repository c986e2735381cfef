import { refusal } from '../../core/errors.ts'
import { Places } from '../../platform/queue/places.ts'
import type { PostFile } from './commands.ts'

/** Files of posts on their way at once, of one client; as many as of its messages. */
const MOST_AT_ONCE = 2
/** With those that wait for one of these places. */
export const MOST_ASKED = 20
/** A file that is deleted sooner is taken again. */
const LEFT_MS = 3_600_000
/** Results of this process, of which the oldest go. */
const MOST_KEPT = 1_000
/** One that waits for a place stays asked for, also when its caller is gone: they call again. */
const NEVER = new AbortController().signal

interface OfClient {
  places: Places
  asked: number
}

/**
 * A file may take longer than a call waits, so the download goes on without its caller: who calls again joins it, or gets what it
 * brought for as long as that is here.
 */
export class PostDownloads {
  readonly #running = new Map<string, Promise<PostFile>>()
  readonly #kept = new Map<string, PostFile>()
  readonly #clients = new Map<string, OfClient>()
  readonly #nowMs: () => number

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  get(clientId: string, post: string, download: () => Promise<PostFile>): Promise<PostFile> {
    const key = `${clientId} ${post}`
    const kept = this.#kept.get(key)
    if (kept && Date.parse(kept.expiresAt) - this.#nowMs() > LEFT_MS) return Promise.resolve(kept)
    const running =
      this.#running.get(key) ??
      this.#take(clientId, async () => this.#keep(key, await download())).finally(() =>
        this.#running.delete(key),
      )
    this.#running.set(key, running)
    return running
  }

  async #take(clientId: string, download: () => Promise<PostFile>): Promise<PostFile> {
    const client = this.#clients.get(clientId) ?? { places: new Places(MOST_AT_ONCE), asked: 0 }
    if (client.asked >= MOST_ASKED)
      throw refusal('TOO_MANY_REQUESTS', 'TOO_MANY_DOWNLOADS', { most: MOST_ASKED })
    this.#clients.set(clientId, client)
    client.asked += 1
    const release = await client.places.take(NEVER)
    try {
      return await download()
    } finally {
      release?.()
      client.asked -= 1
      if (client.asked === 0) this.#clients.delete(clientId)
    }
  }

  #keep(key: string, file: PostFile): PostFile {
    this.#kept.delete(key)
    this.#kept.set(key, file)
    const [oldest] = this.#kept.keys()
    if (oldest !== undefined && this.#kept.size > MOST_KEPT) this.#kept.delete(oldest)
    return file
  }
}
