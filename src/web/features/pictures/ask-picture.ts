import { api } from '../../app/api.ts'

/** Where the network is asked for no more pictures now, the page asks for none for so long. */
const PAUSE_MS = 60_000

interface Turn {
  last: Promise<unknown>
  pausedUntilMs: number
}

const turns = new Map<string, Turn>()

/** One question of a number after the other: who is no longer on the screen when it is their turn is passed over. */
export function askPicture(
  { clientId, jid }: { clientId: string; jid: string },
  signal: AbortSignal,
): Promise<{ url: string | null }> {
  const turn = turns.get(clientId) ?? { last: Promise.resolve(), pausedUntilMs: 0 }
  turns.set(clientId, turn)
  const asked = turn.last.then(async () => {
    signal.throwIfAborted()
    if (Date.now() < turn.pausedUntilMs) throw new Error('pictures of this number are asked for later')
    try {
      const { fileUrl } = await api.contacts.profilePicture({ clientId, jid })
      return { url: fileUrl }
    } catch (error) {
      turn.pausedUntilMs = Date.now() + PAUSE_MS
      throw error
    }
  })
  turn.last = asked.catch(() => {})
  return asked
}
