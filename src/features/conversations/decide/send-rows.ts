import type { AlbumContent, AlbumHeading } from '../../../core/conversation/content.ts'
import type { PlannedSend } from '../../../core/flow/index.ts'
import type { NewSend } from '../records/hand-over.ts'

export interface SendRow extends NewSend {
  ord: number
}

interface Ids {
  newId: () => string
  newMessageId: () => string
}

/** More rows than one planned message ever becomes, so that rows stay in the order of their messages. */
const ROWS_PER_SEND = 32

/**
 * The outbox rows of a planned message. An album is a heading and a message for each item, each with an id of its
 * own, so that each can be sent again alone. The last one carries the planned id, since what waits for the album
 * waits for its end.
 */
export function buildSendRows(send: PlannedSend, ids: Ids): SendRow[] {
  const { id, runId, nodeId, content } = send
  const base = { runId, nodeId, ord: send.seq * ROWS_PER_SEND }
  if (content.type !== 'album') return [{ ...base, id, messageId: ids.newMessageId(), content }]
  const heading = { ...base, id: ids.newId(), messageId: ids.newMessageId(), content: toHeading(content) }
  const items = content.items.map((item, index) => ({
    ...base,
    id: index === content.items.length - 1 ? id : ids.newId(),
    messageId: ids.newMessageId(),
    content: { type: 'media' as const, ...item, fileName: null, mimeType: null, albumId: heading.messageId },
    ord: base.ord + 1 + index,
  }))
  return [heading, ...items]
}

function toHeading({ items }: AlbumContent): AlbumHeading {
  const images = items.filter((item) => item.kind === 'image').length
  return { type: 'album_heading', images, videos: items.length - images }
}
