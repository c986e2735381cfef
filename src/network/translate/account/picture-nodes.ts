import { isGroup, toAddress } from '../../../core/addresses.ts'
import type { JournalEntry, PictureNotice, ProfilePicture } from '../../port.ts'
import { childOf, childrenOf, type WireNode } from '../group-nodes.ts'
import { keepNotices } from '../journal.ts'
import { NOBODY, toPerson } from '../people.ts'

const NOT_SET = new Set([204, 404])
const MAY_NOT_SEE = new Set([401, 403])

/** What a refusal of the question means; null for what says nothing of the picture. */
export function readPictureCode(code: number): ProfilePicture | null {
  if (NOT_SET.has(code)) return { state: 'none' }
  return MAY_NOT_SEE.has(code) ? { state: 'hidden' } : null
}

/**
 * The answer to where a picture is. A refusal may stand within it, as a code or as an error (whatsmeow, `GetProfilePictureInfo`;
 * whatsapp-rust, `iq/contacts.rs`). Null for one that says nothing.
 */
export function readPicture(answer: WireNode): ProfilePicture | null {
  const picture = childOf(answer, 'picture')
  if (!picture) return { state: 'none' }
  const { id, url, status } = picture.attrs
  const code = Number(childOf(picture, 'error')?.attrs.code ?? status)
  if (Number.isInteger(code)) return readPictureCode(code)
  return id && url ? { state: 'found', id, url } : null
}

/**
 * What a notification says of a person's picture; of groups `group-notices.ts` reads it. One without anything in it tells of a
 * picture that was removed (whatsapp-rust, `handle_picture_notification`); of drawn likenesses nobody is told.
 */
export function readPictureNotice(node: WireNode): PictureNotice | null {
  const { id, from = '' } = node.attrs
  if (!id || isGroup(toAddress(from))) return null
  const removed = childOf(node, 'delete')
  const said = removed ?? childOf(node, 'set')
  if (!said && childrenOf(node).length > 0) return null
  const { jid, hash = null, id: pictureId = null } = said?.attrs ?? {}
  const isByHash = !jid && hash !== null
  const who = isByHash ? NOBODY : toPerson(jid ?? from)
  if (!isByHash && who.phone === null && who.lid === null) return null
  const isRemoved = said === removed
  return {
    id: `picture/${id}`,
    who,
    hash: isByHash ? hash : null,
    pictureId: isRemoved ? null : pictureId,
    isRemoved,
  }
}

const KEPT = keepNotices<PictureNotice>({
  prefix: 'picture-notice|',
  toEvent: (notice, journalId) => ({ kind: 'picture', notice, journalId }),
  unreadable: 'unreadable notice of a picture',
})

export const toPictureEntry = (notice: PictureNotice): JournalEntry => KEPT.keep(notice.id, notice)
export const isPictureEntry = KEPT.isKept
export const fromPictureEntry = KEPT.tell
