import type { Database } from '../../../db/client.ts'
import type { Log } from '../../../platform/logger.ts'
import { type ContactCache, gatherStrays, type MergedContact } from '../../contacts/index.ts'

/** The work after two contacts of an owned client turned out to be one person. */
export interface MergedContacts {
  /** Call it after the commit. */
  note(clientId: string, merged: readonly MergedContact[]): void
  /** Brings over what was written meanwhile, or before an earlier owner ended, for an address that names another contact now. */
  gather(clientId: string): void
  idle(): Promise<void>
}

export function createMergedContacts(deps: {
  db: Database
  log: Log
  contacts: ContactCache
  /** Tells whoever sends for the client; nobody does where it is not worked for. */
  senderOf(clientId: string): { merge(merged: readonly MergedContact[]): void } | undefined
  /** Resolves when what is being stored for sends has been. */
  stored(): Promise<void>
}): MergedContacts {
  const { db, log, contacts, senderOf } = deps
  const gathering = new Map<string, Promise<void>>()

  function notify(clientId: string, merged: readonly MergedContact[]): void {
    contacts.forget(
      clientId,
      merged.flatMap(({ from, to }) => [from, to]),
    )
    senderOf(clientId)?.merge(merged)
  }

  async function gatherNow(clientId: string): Promise<void> {
    await deps.stored()
    const strays = await gatherStrays(db, clientId)
    if (strays.length > 0) notify(clientId, strays)
  }

  function gather(clientId: string): void {
    const before = gathering.get(clientId) ?? Promise.resolve()
    const work = before
      .then(() => gatherNow(clientId))
      .catch((err: unknown) =>
        log.error({ err, clientId }, 'what names merged contacts could not be gathered'),
      )
      .finally(() => {
        if (gathering.get(clientId) === work) gathering.delete(clientId)
      })
    gathering.set(clientId, work)
  }

  return {
    note(clientId, merged) {
      notify(clientId, merged)
      gather(clientId)
    },
    gather,
    idle: async () => void (await Promise.all(gathering.values())),
  }
}
