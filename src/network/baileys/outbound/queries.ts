import { type BinaryNode, USyncContactProtocol, USyncQuery, USyncUser, type WASocket } from 'baileys'
import { type Address, fromPhoneNumber, isLid, STATUS_ADDRESS, toAddress } from '../../../core/addresses.ts'
import type { CallKind } from '../../../core/conversation/content.ts'
import type { MessageKey } from '../../../core/conversation/message.ts'
import type { NumberCheck } from '../../port.ts'

const PING = {
  tag: 'iq',
  attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' },
  content: [{ tag: 'ping', attrs: {} }],
}

/** Asks the server for a sign of life; rejects when none comes within the time. */
export async function probe(socket: WASocket, timeoutMs: number): Promise<void> {
  const answer = await socket.query({ ...PING, attrs: { ...PING.attrs } }, timeoutMs)
  if (!answer) throw new Error(`the server gave no sign of life within ${timeoutMs} ms; reconnect the client`)
}

interface Found {
  id: string
  /** Whether somebody is there; the number it was asked by, in digits, where the answer repeats it. */
  contact: { isThere: boolean; asked: string }
  lid: Address | null
}

const textOf = (content: unknown): string =>
  content instanceof Uint8Array ? Buffer.from(content).toString('utf8') : String(content ?? '')

/** The library's protocol for people by number, which drops what the answer says of the question. */
class ContactProtocol extends USyncContactProtocol {
  override parser(node: BinaryNode): never {
    const found: Found['contact'] = {
      isThere: super.parser(node),
      asked: textOf(node.content).replace(/\D/g, ''),
    }
    return found as never
  }
}

async function lookUp(socket: WASocket, phoneNumbers: readonly string[]): Promise<Found[]> {
  const query = new USyncQuery().withLIDProtocol()
  query.protocols.unshift(new ContactProtocol())
  for (const phoneNumber of phoneNumbers) query.withUser(new USyncUser().withPhone(phoneNumber))
  const result = await socket.executeUSyncQuery(query)
  // The library answers nothing when the server did not answer in time: that says of no number that it is not there.
  if (!result) throw new Error('the network did not say in time which of these numbers it knows; ask again')
  return result.list.map(({ id, contact, lid }) => ({
    id,
    contact: (contact as Found['contact'] | undefined) ?? { isThere: false, asked: '' },
    lid: typeof lid === 'string' && lid ? toAddress(lid) : null,
  }))
}

const toCheck = (phoneNumber: string, found: Found | undefined): NumberCheck =>
  found?.contact.isThere
    ? { phoneNumber, exists: true, address: toAddress(found.id), lid: found.lid }
    : { phoneNumber, exists: false, address: null, lid: null }

/**
 * Which of these numbers are on the network. One question for all; the answer names an account by the form it is
 * registered under, which for some countries is not the one that was asked, and says beside it what was asked. A number
 * whose answer does not say it is asked again alone, so that question and answer belong together.
 */
export async function checkNumbers(socket: WASocket, given: readonly string[]): Promise<NumberCheck[]> {
  if (!given.length) return []
  const numbers = given.map((phoneNumber) => `+${phoneNumber.replace(/\D/g, '')}`)
  const found = await lookUp(socket, numbers)
  const byAddress = new Map(found.map((entry) => [toAddress(entry.id) as string, entry]))
  const byQuestion = new Map(found.map((entry) => [`+${entry.contact.asked}`, entry]))
  const hasUnasked = found.some(({ contact: { isThere, asked } }) => isThere && asked === '')
  const checks: NumberCheck[] = []
  for (const phoneNumber of numbers) {
    let match = byQuestion.get(phoneNumber) ?? byAddress.get(fromPhoneNumber(phoneNumber))
    if (!match && hasUnasked) match = (await lookUp(socket, [phoneNumber]))[0]
    checks.push(toCheck(phoneNumber, match))
  }
  if (checks.some(({ lid }) => lid)) await rememberLids(socket, checks)
  return checks
}

async function rememberLids(socket: WASocket, checks: readonly NumberCheck[]): Promise<void> {
  const pairs = checks.flatMap(({ address, lid }) => (address && lid ? [{ pn: address, lid }] : []))
  await socket.signalRepository.lidMapping.storeLIDPNMappings(pairs)
}

const CALL_PAGE = { audio: 'https://call.whatsapp.com/voice/', video: 'https://call.whatsapp.com/video/' }

/** The network gives a token only; the page it belongs to depends on the kind of call. */
export async function makeCallLink(
  socket: WASocket,
  call: CallKind,
  startSec: number,
  timeoutMs: number,
): Promise<string> {
  const token = await socket.createCallLink(call, { startTime: startSec }, timeoutMs)
  if (!token) throw new Error(`the server gave no link for the call within ${timeoutMs} ms`)
  return `${CALL_PAGE[call]}${token}`
}

/** Whoever posted statuses is told so in the feed, with what it is about (zapo and whatsapp-rust; `WAWebSendReadReceiptJob`). */
async function markSeen(socket: WASocket, keys: readonly MessageKey[]): Promise<void> {
  if (keys.length === 0) return
  const { lidMapping } = socket.signalRepository
  const { readreceipts } = await socket.fetchPrivacySettings()
  const type = readreceipts === 'all' ? 'read' : 'read-self'
  const t = String(Math.trunc(Date.now() / 1000))
  for (const [participant, theirs] of Map.groupBy(keys, (key) => key.participant)) {
    const number = participant && isLid(participant) ? await lidMapping.getPNForLID(participant) : null
    const [id = '', ...others] = theirs.map((key) => key.id)
    const items = others.map((other) => ({ tag: 'item', attrs: { id: other } }))
    await socket.sendNode({
      tag: 'receipt',
      attrs: {
        ...{ id, to: STATUS_ADDRESS, type, t, context: 'status' },
        ...(participant ? { participant } : {}),
        ...(number ? { peer_participant_pn: toAddress(number) } : {}),
      },
      ...(items.length > 0 ? { content: [{ tag: 'list', attrs: {}, content: items }] } : {}),
    })
  }
}

/** Tells the writers, or only our own devices where the account's privacy says so, that messages were read. */
export async function markRead(socket: WASocket, given: readonly MessageKey[]): Promise<void> {
  const keys = given.filter(({ chat }) => chat !== STATUS_ADDRESS)
  await markSeen(
    socket,
    given.filter(({ chat, fromMe }) => chat === STATUS_ADDRESS && !fromMe),
  )
  if (keys.length === 0) return
  const wireKeys = keys.map(({ chat, id, fromMe, participant }) => ({
    remoteJid: chat,
    id,
    fromMe,
    ...(participant ? { participant } : {}),
  }))
  await socket.readMessages(wireKeys)
}
