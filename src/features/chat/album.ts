import { createHash } from 'node:crypto'
import { Refusal } from '../../core/errors.ts'
import type { MessageKey } from '../../network/port.ts'
import type { Answer } from './idempotency.ts'
import type { SendRequest, SendResult } from './service.ts'
import type { SendContent } from './types.ts'

const ID_DIGITS = 18

/** The id of an album's item: the same each time the same album is asked for. */
function toItemId(albumId: string, index: number): string {
  const hash = createHash('sha256').update(`${albumId}/${index}`).digest('hex')
  return `3EB0${hash.slice(0, ID_DIGITS).toUpperCase()}`
}

type Res = NonNullable<SendResult['res']>

interface Item {
  key: Res['key'] | null
  status: string
  error?: string
}

function toItem({ response }: Answer<SendResult>): Item {
  const { res, error } = response
  return {
    key: res?.key ?? null,
    status: error === undefined ? (res?.status ?? 'SERVER_ACK') : 'ERROR',
    ...(error === undefined ? {} : { error }),
  }
}

/** What could not even be handed over is that item's error, not the album's. */
function toFailedItem(error: unknown): Item {
  if (!(error instanceof Refusal)) throw error
  return { key: null, status: 'ERROR', error: `${error.code}: ${error.message}` }
}

export interface AlbumParts {
  /** Each builds its item when its turn has come: no more than one file is on its way at a time. */
  items: readonly ((parent: MessageKey) => Promise<SendContent>)[]
  send(messageId: string, content: SendContent): Promise<Answer<SendResult>>
}

/** Sends the heading of an album and then each item that belongs to it; `res.items` tells of each. */
export async function sendAlbumParts(
  { target, buildContent }: SendRequest,
  messageId: string,
  parts: AlbumParts,
): Promise<Answer<SendResult>> {
  const heading = await parts.send(messageId, await buildContent())
  if (heading.response.type !== 'success' || !heading.response.res) return heading
  const items: Item[] = []
  let isFinal = heading.final
  for (const [index, build] of parts.items.entries()) {
    try {
      const content = await build({ chat: target, id: messageId, fromMe: true })
      const answer = await parts.send(toItemId(messageId, index), content)
      isFinal &&= answer.final
      items.push(toItem(answer))
    } catch (error) {
      items.push(toFailedItem(error))
    }
  }
  const failed = items.filter(({ error }) => error !== undefined)
  const res = { ...heading.response.res, items }
  const sent = items.length - failed.length
  const message = `The network has ${sent} of ${items.length} items of the album.`
  const response: SendResult =
    sent > 0
      ? { ...heading.response, message, res }
      : { ...heading.response, type: 'error', message, res, error: failed[0]?.error ?? 'No item was sent.' }
  return { response, final: isFinal }
}
