import {
  areJidsSameUser,
  type BinaryNode,
  extractE2ESessionFromRetryReceipt,
  getBinaryNodeChildren,
  getBinaryNodeChildUInt,
  type proto,
  type WASocket,
} from 'baileys'
import { isGroup, toAddress } from '../../core/addresses.ts'
import { createBoundedCache } from './bounded-cache.ts'
import type { ConnectorLog } from './library-log.ts'
import { readStanzaForm } from './outgoing-stanza.ts'
import { createKeyedLock } from './signal-keys.ts'
import { takeOver } from './wire-order.ts'

const MAX_ANSWERS = 5
const REMEMBERED = 1000
const HOUR_MS = 60 * 60_000
/** From this count on a device that still cannot read gets a new session, as the network's own clients do it. */
const NEW_SESSION_FROM = 2

export interface RetryRequestOptions {
  socket: WASocket
  readSent: (id: string, chat: string) => Promise<proto.IMessage | undefined>
  log: Pick<ConnectorLog, 'debug'>
}

type E2ESession = Parameters<WASocket['signalRepository']['injectE2ESession']>[0]['session']

/** A device that could not read messages of ours. */
interface Request {
  ids: string[]
  chat: string
  device: string
  count: number
}

function readRequest({ attrs, content }: BinaryNode, me: { id?: string; lid?: string }): Request | null {
  const { id, from, participant, recipient } = attrs
  const retry = Array.isArray(content) ? content.find(({ tag }) => tag === 'retry') : undefined
  if (!id || !from) return null
  const device = participant ?? from
  const isOwn = areJidsSameUser(device, me.id) || areJidsSameUser(device, me.lid)
  // Somebody else's request that names a recipient is about a message of theirs.
  if (recipient && !isOwn) return null
  const chat = isOwn && !isGroup(from) ? recipient : from
  if (!chat) return null
  const list = Array.isArray(content) ? content.find(({ tag }) => tag === 'list') : undefined
  const others = getBinaryNodeChildren(list, 'item').flatMap((item) => item.attrs.id ?? [])
  return { ids: [id, ...others], chat: toAddress(chat), device, count: Number(retry?.attrs.count) || 1 }
}

/**
 * Answers devices that could not read a message, in place of the library: that one sends it to all devices of everybody
 * again, after it has thrown their sessions away. Here it goes to the device that asked: at first in the session there
 * is, for the message alone may have been the trouble; in a new one when the request brings keys, when the phone is
 * another by its registration, or when it asks for the second time.
 */
export function answerRetryRequests({ socket, readSent, log }: RetryRequestOptions): void {
  const { signalRepository: repository } = socket
  const inOrder = createKeyedLock()
  const answered = createBoundedCache(REMEMBERED, HOUR_MS)
  const renewed = createBoundedCache(REMEMBERED, HOUR_MS)

  async function isUsable(device: string, count: number, node: BinaryNode): Promise<boolean> {
    const session = await repository.getSessionInfo(device)
    if (!session) return false
    const registration = getBinaryNodeChildUInt(node, 'registration', 4)
    if (registration !== undefined && registration !== session.registrationId) return false
    return count < NEW_SESSION_FROM || renewed.get<true>(device) === true
  }

  async function prepareSession(node: BinaryNode, { device, count }: Request): Promise<void> {
    const bundle = extractE2ESessionFromRetryReceipt(node)
    // The types of the library want a one-time key, its code does not.
    if (bundle) return repository.injectE2ESession({ jid: device, session: bundle as E2ESession })
    if (await isUsable(device, count, node)) return
    renewed.set(device, true)
    await socket.assertSessions([device], true)
  }

  function mayAnswer(id: string, device: string): boolean {
    const key = `${id} ${device}`
    const times = answered.get<number>(key) ?? 0
    answered.set(key, times + 1)
    return times < MAX_ANSWERS
  }

  async function sendAgain(id: string, content: proto.IMessage, { chat, device, count }: Request) {
    const { edit } = readStanzaForm(content, isGroup(chat))
    await socket.relayMessage(chat, content, {
      messageId: id,
      participant: { jid: device, count },
      additionalAttributes: edit ? { edit } : {},
    })
  }

  async function answer(node: BinaryNode): Promise<void> {
    const request = readRequest(node, socket.authState.creds.me ?? {})
    if (!request) return
    let isReady = false
    for (const id of request.ids) {
      const content = mayAnswer(id, request.device) ? await readSent(id, request.chat) : undefined
      if (!content) continue
      if (!isReady) await prepareSession(node, request)
      isReady = true
      await sendAgain(id, content, request)
    }
  }

  takeOver(socket, 'CB:receipt', (handle) => async (node) => {
    if (node.attrs.type !== 'retry') return handle(node)
    try {
      await inOrder(node.attrs.participant ?? node.attrs.from ?? '', () => answer(node))
    } catch (error) {
      log.debug({ messageId: node.attrs.id, err: error }, 'message could not be sent again')
    } finally {
      await socket.sendMessageAck(node).catch(() => {})
    }
  })
}
