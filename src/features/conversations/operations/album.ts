import type { Address } from '../../../core/addresses.ts'
import type { Content } from '../../../core/conversation/content.ts'
import type { MessageKey } from '../../../core/conversation/message.ts'
import { Refusal } from '../../../core/errors.ts'
import { sha256 } from '../../../platform/secrets.ts'
import type { Answer } from '../../idempotency/index.ts'
import type { Delivery } from '../records/delivery-watch.ts'
import type { SendResult } from '../records/send-command.ts'
import type { StoredWords } from '../records/stored-words.ts'
import { addDelivery, describeSent, type Reached, toReached, type Wait } from './wait.ts'

const ID_DIGITS = 18

/** The id of an album's item: the same each time the same album is asked for. */
function toItemId(albumId: string, index: number): string {
  const hash = sha256(`${albumId}/${index}`).toString('hex')
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

/** The error of an item that could not be handed over. It does not end the album. */
function toFailedItem(error: unknown, words: Pick<StoredWords, 'sendError'>): Item {
  if (!(error instanceof Refusal)) throw error
  const { code: as, message, data } = error
  return {
    key: null,
    status: 'ERROR',
    error: words.sendError({ code: 'REFUSAL', params: { as, message, data } }),
  }
}

/** What a call for an album asks. */
interface AlbumRequest {
  target: Address
  wait: Wait
  /** The heading. */
  buildContent(): Promise<Content>
}

export interface AlbumParts {
  words: Pick<StoredWords, 'sendError'>
  /** Each builds its item when its turn has come: no more than one file is on its way at a time. */
  items: readonly ((parent: MessageKey) => Promise<Content>)[]
  send(messageId: string, content: Content): Promise<Answer<SendResult>>
  /** How far those got that the network has, when the caller waits for that. */
  awaitDeliveries(answers: readonly Answer<SendResult>[]): Promise<Delivery[]>
}

function describeAlbum(count: string, wait: Wait, reached: Reached): string {
  const has = `The network has ${count} items of the album`
  if (reached === 'delivered') return `${count} items of the album were delivered.`
  if (reached === 'queued') return `${count} items of the album are stored. ${describeSent(wait, reached)}`
  return wait.until === 'delivered'
    ? `${has}; the delivery of all of them was not confirmed within ${wait.sec} s.`
    : `${has}.`
}

/** An album got as far as the part of it that is furthest behind. */
function findReached(parts: readonly Answer<SendResult>[]): Reached {
  const reached = parts.map(({ response }) => response.res?.reached)
  if (reached.includes('queued')) return 'queued'
  return reached.length > 0 && reached.every((one) => one === 'delivered') ? 'delivered' : 'server'
}

/** Sends the heading of an album and then its items; `res.items` has the outcome of each. */
export async function sendAlbumParts(
  { target, buildContent, wait }: AlbumRequest,
  messageId: string,
  parts: AlbumParts,
): Promise<Answer<SendResult>> {
  const heading = await parts.send(messageId, await buildContent())
  if (heading.response.type !== 'success' || !heading.response.res) return heading
  const sends: (Answer<SendResult> | Item)[] = []
  for (const [index, build] of parts.items.entries()) {
    try {
      const content = await build({ chat: target, id: messageId, fromMe: true })
      sends.push(await parts.send(toItemId(messageId, index), content))
    } catch (error) {
      sends.push(toFailedItem(error, parts.words))
    }
  }
  const reported = await addDeliveries(heading, sends, wait, parts)
  return buildAlbumAnswer(reported.heading, reported.sends, wait, parts.words)
}

const isAnswer = (part: Answer<SendResult> | Item): part is Answer<SendResult> => 'response' in part

async function addDeliveries(
  heading: Answer<SendResult>,
  sends: readonly (Answer<SendResult> | Item)[],
  wait: Wait,
  parts: AlbumParts,
) {
  const known = await parts.awaitDeliveries([heading, ...sends.filter(isAnswer)])
  const add = (answer: Answer<SendResult>): Answer<SendResult> => {
    const found = known.find(({ id }) => id === answer.response.res?.key.id)
    return found ? addDelivery(parts.words, answer, wait, found) : answer
  }
  return { heading: add(heading), sends: sends.map((part) => (isAnswer(part) ? add(part) : part)) }
}

function buildAlbumAnswer(
  heading: Answer<SendResult>,
  sends: readonly (Answer<SendResult> | Item)[],
  wait: Wait,
  words: AlbumParts['words'],
): Answer<SendResult> {
  const items = sends.map((part) => (isAnswer(part) ? toItem(part) : part))
  const going = [heading, ...sends].filter(isAnswer)
  const reached = findReached(going.filter(({ response }) => response.type === 'success'))
  const failed = items.filter(({ error }) => error !== undefined)
  const key = heading.response.res?.key as Res['key']
  const res = { ...heading.response.res, key, ...toReached(wait, reached), items }
  const count = `${items.length - failed.length} of ${items.length}`
  const final = going.every((part) => part.final)
  if (failed.length === 0) {
    return { response: { ...heading.response, message: describeAlbum(count, wait, reached), res }, final }
  }
  const first = items.findIndex(({ error }) => error !== undefined)
  const error = words.sendError({
    code: 'ALBUM_INCOMPLETE',
    params: {
      ...{ sent: items.length - failed.length, all: items.length },
      ...{ item: first, why: failed[0]?.error ?? '' },
    },
  })
  const message = `${describeAlbum(count, wait, reached)} \`res.items\` tells of each; send those that are missing again by themselves.`
  return { response: { ...heading.response, type: 'error', message, error, res }, final }
}
