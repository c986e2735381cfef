import type { Address } from '../../../core/addresses.ts'
import { refusal } from '../../../core/errors.ts'
import type { NetworkConnection, ProfilePicture } from '../../../network/port.ts'

/** How long an answer of the network is given again; people change their picture rarely, and its link lives for days. */
const KEPT_MS = 600_000
const MAX_KEPT = 10_000
const TIMEOUT_MS = 10_000

export interface PictureQuery {
  of: Address
  size: 'preview' | 'full'
}

export interface ProfilePictures {
  find(clientId: string, query: PictureQuery, connection: NetworkConnection): Promise<ProfilePicture>
}

/** Pictures of people and groups from the network. Each is asked for once in a while, and once at a time. */
export function createProfilePictures(nowMs: () => number): ProfilePictures {
  const known = new Map<string, { picture: Promise<ProfilePicture>; untilMs: number }>()

  async function ask({ of, size }: PictureQuery, connection: NetworkConnection): Promise<ProfilePicture> {
    try {
      return await connection.profilePicture(of, size, TIMEOUT_MS)
    } catch (cause) {
      throw refusal('GATEWAY_TIMEOUT', 'NO_ANSWER_IN_TIME', {}, { cause })
    }
  }

  return {
    find(clientId, query, connection) {
      const key = `${clientId}/${query.of}/${query.size}`
      const entry = known.get(key)
      if (entry && entry.untilMs > nowMs()) return entry.picture
      const picture = ask(query, connection)
      const fresh = { picture, untilMs: nowMs() + KEPT_MS }
      known.delete(key)
      known.set(key, fresh)
      picture.catch(() => {
        if (known.get(key) === fresh) known.delete(key)
      })
      for (const oldest of known.keys()) {
        if (known.size <= MAX_KEPT) break
        known.delete(oldest)
      }
      return picture
    },
  }
}
