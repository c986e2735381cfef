import type { Executor } from '../../../../db/transaction.ts'
import type { PictureNotice } from '../../../../network/port.ts'
import { findIdsByHash, readContactsByAddress } from '../../../contacts/index.ts'
import { type ChangedPicture, noteChangedPictures } from '../../../pictures/index.ts'
import { type OwnedClient, toOwnAddress } from '../../records/owned-client.ts'
import type { CollectedEvents } from '../arrival.ts'
import { logNotices } from '../log-notices.ts'

/** A contact whose picture is another, by its canonical address. */
interface ChangedContact {
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
): Promise<ChangedContact[]> {
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

type Told = Pick<CollectedEvents, 'pictureNotices' | 'groupNotices' | 'profileNotices'>

/** Groups of which somebody changed the picture, and the account itself where its phone did. */
function listOthers(client: OwnedClient, { groupNotices, profileNotices }: Told): ChangedPicture[] {
  const ofGroups = groupNotices.flatMap(({ group, news }) =>
    news.flatMap((one) =>
      one.kind === 'picture' ? [{ jid: group, pictureId: null, isRemoved: one.isRemoved }] : [],
    ),
  )
  const isOwn = profileNotices.some(({ news }) => news.some(({ kind }) => kind === 'picture'))
  return isOwn ? [...ofGroups, { jid: toOwnAddress(client), pictureId: null, isRemoved: false }] : ofGroups
}

/** Notes whose picture is another, or was removed, and logs it of contacts, each notice once. */
export async function applyPictureNotices(tx: Executor, client: OwnedClient, told: Told): Promise<void> {
  // The same one may be twice in a batch.
  const each = [...new Map(told.pictureNotices.map((notice) => [notice.id, notice])).values()]
  const changed = each.length > 0 ? await findChanged(tx, client.id, each) : []
  const noted = changed.map(({ jid, notice: { pictureId, isRemoved } }) => ({ jid, pictureId, isRemoved }))
  await noteChangedPictures(tx, client.id, [...noted, ...listOthers(client, told)])
  if (each.length === 0) return
  const rows = changed.map(({ jid, notice: { id, isRemoved } }) => {
    const data = { jid, picture: isRemoved ? 'removed' : 'changed' }
    return { notice: id, name: 'contact.updated', chat: jid, data: JSON.stringify(data) }
  })
  await logNotices(tx, client, each, rows)
}
