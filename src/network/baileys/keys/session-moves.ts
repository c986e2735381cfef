import { jidDecode, jidEncode, type SignalRepositoryWithLIDStore } from 'baileys'
import { copyRecord, SessionRecord, type SignalRecord } from './libsignal.ts'
import type { createKeyedLock, SignalKeys } from './signal-keys.ts'

/** A LID and a phone number that are one person's. */
export interface Pair {
  lid: string
  pn: string
}

/** All sessions of both; the open one is that of the record that stays. */
function join(moved: SignalRecord, existing: SignalRecord | null): SignalRecord {
  const record = copyRecord(moved)
  const open = existing?.getOpenSession()
  const closing = open && record.getOpenSession()
  if (closing) record.closeSession(closing)
  if (existing) Object.assign(record.sessions, copyRecord(existing).sessions)
  return Object.assign(new SessionRecord(), { sessions: record.sessions })
}

/**
 * Lets the sessions that were begun under a person's phone number go on under the LID, for each device that is known,
 * within the transaction that is running. A session under the LID stays, and stays the open one.
 */
export async function moveSessions(
  base: SignalRepositoryWithLIDStore,
  keys: SignalKeys,
  lock: ReturnType<typeof createKeyedLock>,
  { lid, pn }: Pair,
): Promise<void> {
  const [from, to] = [jidDecode(pn), jidDecode(lid)]
  if (from?.server !== 's.whatsapp.net' || to?.server !== 'lid') return
  const listed = (await keys.readOne('device-list', from.user)) as string[] | undefined
  for (const device of new Set([0, from.device ?? 0, ...(listed ?? []).map(Number)])) {
    const source = base.jidToSignalProtocolAddress(jidEncode(from.user, from.server, device))
    const target = base.jidToSignalProtocolAddress(jidEncode(to.user, to.server, device))
    await lock(source, () =>
      lock(target, async () => {
        const moved = await keys.loadSession(source)
        if (!moved) return
        const record = join(moved, await keys.loadSession(target))
        await keys.set({ session: { [target]: record, [source]: null } })
      }),
    )
  }
}
