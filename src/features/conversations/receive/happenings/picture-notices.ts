import type { Executor } from '../../../../db/transaction.ts'
import type { PictureNotice } from '../../../../network/port.ts'
import { findIdsByHash, readContactsByAddress } from '../../../contacts/index.ts'
import type { OwnedClient } from '../../records/owned-client.ts'
import { logNotices } from '../log-notices.ts'

/** A contact whose picture is another, by its canonical address. */
interface ChangedPicture {
  jid: string
  notice: PictureNotice
}

const addressesOf = ({ who }: PictureNotice): string[] =>
  [who.phone, who.lid].filter((address) => address !== null)

/** Whom the notices are about; those who are no contacts are nobody's news. */
async function findChanged(
  tx: Executor,
  clientId: string,
  notices: readonly PictureNotice[],
): Promise<ChangedPicture[]> {
  const byAddress = new Map<string, string>()
  const addresses = notices.flatMap(addressesOf)
  const known = addresses.length > 0 ? await readContactsByAddress(tx, clientId, addresses) : []
  for (const { id, phone, lid } of known)
    for (const address of [id, phone, lid]) if (address !== null) byAddress.set(address, id)
  const hashes = notices.flatMap(({ hash }) => hash ?? [])
  const byHash = hashes.length > 0 ? await findIdsByHash(tx, clientId, hashes) : []
  return notices.flatMap((notice) => {
    const named = addressesOf(notice).flatMap((address) => byAddress.get(address) ?? [])
    const meant = byHash.filter(({ hash }) => hash === notice.hash).map(({ id }) => id)
    return [...new Set([...named, ...meant])].map((jid) => ({ jid, notice }))
  })
}

/** Logs whose picture is another, or was removed, each notice once. */
export async function applyPictureNotices(
  tx: Executor,
  client: OwnedClient,
  notices: readonly PictureNotice[],
): Promise<void> {
  if (notices.length === 0) return
  // The same one may be twice in a batch.
  const each = [...new Map(notices.map((notice) => [notice.id, notice])).values()]
  const changed = await findChanged(tx, client.id, each)
  const rows = changed.map(({ jid, notice: { id, isRemoved } }) => {
    const data = { jid, picture: isRemoved ? 'removed' : 'changed' }
    return { notice: id, name: 'contact.updated', chat: jid, data: JSON.stringify(data) }
  })
  await logNotices(tx, client, each, rows)
}
