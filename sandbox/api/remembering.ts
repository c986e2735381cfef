import { randomBytes } from 'node:crypto'
import { proto } from 'baileys/WAProto/index.js'
import { InputError, isGroupJid, parseNumber } from '../protocol/addresses.ts'
import { stanzaType, summarizeContent } from '../protocol/content.ts'
import { conversationAddressing } from '../protocol/phone-outbox.ts'
import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'

const STEP_MS = 60_000

/** A message of the past. */
export interface RememberedMessage {
  text?: string
  /** Any content as the protobuf has it, instead of a text. */
  content?: proto.IMessage
  /** Whether the phone wrote it. */
  fromMe?: boolean
  /** Who wrote it in a group; a number. */
  from?: string
  /** When, in milliseconds. */
  at?: number
  id?: string
}

/** Puts messages into a phone's past; gives their ids. */
export function rememberMessages(
  network: Network,
  owner: User,
  chat: string,
  messages: RememberedMessage[],
): string[] {
  const group = network.groups.find(chat)
  if (isGroupJid(chat) && group === undefined) throw new InputError(`there is no group "${chat}"`)
  const other = group === undefined ? network.directory.ensure(parseNumber(chat)) : undefined
  const name = group?.jid ?? parseNumber(chat)
  const addressing =
    other === undefined ? (group?.record.addressing ?? 'pn') : conversationAddressing(owner, other)
  const mailbox = network.mailboxes.of(owner.number)
  const start = network.now() - messages.length * STEP_MS
  return messages.map((message, index) => {
    const content = message.content ?? { conversation: message.text ?? '' }
    const { at = start + index * STEP_MS, id = randomBytes(16).toString('hex').toUpperCase() } = message
    const raw = Buffer.from(proto.Message.encode(content).finish()).toString('base64')
    if (message.fromMe === true) {
      mailbox.addSent({ id, at, to: name, type: stanzaType(content), addressing, raw })
      return id
    }
    const from = message.from === undefined ? (other?.number ?? owner.number) : parseNumber(message.from)
    const author = { from, fromMe: false, device: 0 }
    mailbox.receive({ id, at, chat: name, ...author, ...summarizeContent(content), addressing, raw })
    return id
  })
}
