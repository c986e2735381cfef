import { proto } from 'baileys/WAProto/index.js'
import { type ContentSummary, summarizeContent } from '../protocol/content.ts'
import type { ReceivedMedia } from '../protocol/received-media.ts'
import type { ReceivedMessage, ReceivedReceipt, SentMessage } from '../state/mailbox.ts'

/** A message as the phone shows it now: with its edits, reactions and ticks. */
export interface ConversationMessage extends ContentSummary {
  id: string
  /** In milliseconds. */
  at: number
  /** Whether the phone wrote it. */
  fromMe: boolean
  /** Who wrote it, a number. */
  from: string
  edited: boolean
  revoked: boolean
  /** The emoji of each side, while there is one. */
  reactions: { mine?: string; theirs?: string }
  /** What the other side chose of a poll. */
  votes: string[]
  /** How far a message of the phone got. */
  status?: 'sent' | 'delivered' | 'read'
  media?: ReceivedMedia
}

/** What only changes another message, or says nothing to people. */
const QUIET = new Set([
  'reaction',
  'edit',
  'revoke',
  'vote',
  'event-response',
  'protocol',
  'ephemeral',
  'pin',
])

interface Entry {
  id: string
  at: number
  fromMe: boolean
  from: string
  content: ContentSummary
  media?: ReceivedMedia
}

function toEntries(
  chat: string,
  { number, inbox, sent }: Pick<PhoneBox, 'number' | 'inbox' | 'sent'>,
): Entry[] {
  const received = inbox
    .filter((message) => message.chat === chat)
    .map((message): Entry => {
      const { id, at, fromMe, from, media } = message
      return { id, at, fromMe, from, content: message, ...(media && { media }) }
    })
  const written = sent
    .filter(({ to }) => to === chat)
    .map(({ id, at, raw }): Entry => {
      const content = summarizeContent(proto.Message.decode(Buffer.from(raw, 'base64')))
      return { id, at, fromMe: true, from: number, content }
    })
  return [...received, ...written].sort((a, b) => a.at - b.at)
}

function toMessage({ id, at, fromMe, from, content, media }: Entry): ConversationMessage {
  const { type, text, quotedId, poll, location, contacts, event, album, viewOnce, forwarded } = content
  return {
    ...{ id, at, fromMe, from, type, text },
    ...{ edited: false, revoked: false, reactions: {}, votes: [] },
    ...(fromMe && { status: 'sent' as const }),
    ...(quotedId && { quotedId }),
    ...(poll && { poll }),
    ...(location && { location }),
    ...(contacts && { contacts }),
    ...(event && { event }),
    ...(album && { album }),
    ...(viewOnce && { viewOnce }),
    ...(forwarded && { forwarded }),
    ...(media && { media }),
  }
}

/** Lets a quiet message do to another what it is for. */
function applyChange(target: ConversationMessage, { fromMe, content }: Entry): void {
  if (content.type === 'reaction') target.reactions[fromMe ? 'mine' : 'theirs'] = content.text
  if (content.type === 'vote' && !fromMe) target.votes = content.vote ?? []
  if (content.type === 'edit') Object.assign(target, { text: content.text, edited: true })
  if (content.type === 'revoke') Object.assign(target, { text: '', revoked: true })
}

function applyReceipts(
  messages: ReadonlyMap<string, ConversationMessage>,
  receipts: readonly ReceivedReceipt[],
) {
  for (const { id, type } of receipts) {
    const message = messages.get(id)
    if (!message?.fromMe) continue
    if (type === 'read' || type === 'played') message.status = 'read'
    // `inactive`, of a client that shows itself as away, is shown nowhere (whatsmeow's SetForceActiveDeliveryReceipts).
    else if (type === '' && message.status === 'sent') message.status = 'delivered'
  }
}

/** What a phone keeps, with its own number. */
interface PhoneBox {
  number: string
  inbox: readonly ReceivedMessage[]
  sent: readonly SentMessage[]
  receipts: readonly ReceivedReceipt[]
}

/** What a phone shows of a conversation, oldest first. `chat` is a bare number or the jid of a group. */
export function buildConversation(chat: string, box: PhoneBox): ConversationMessage[] {
  const messages = new Map<string, ConversationMessage>()
  for (const entry of toEntries(chat, box)) {
    if (!QUIET.has(entry.content.type)) messages.set(entry.id, toMessage(entry))
    const target = messages.get(entry.content.targetId ?? '')
    if (target) applyChange(target, entry)
  }
  applyReceipts(messages, box.receipts)
  return [...messages.values()]
}
