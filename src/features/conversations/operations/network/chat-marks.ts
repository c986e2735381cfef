import type { Handlers } from '../../../../contract/handlers.ts'
import type { Address } from '../../../../core/addresses.ts'
import { missing, Refusal, refusal, toRefusal } from '../../../../core/errors.ts'
import type { Database } from '../../../../db/client.ts'
import { statement } from '../../../../db/statement.ts'
import {
  ChatChangeError,
  type ChatMark,
  type ChatMessage,
  type NetworkConnection,
} from '../../../../network/port.ts'
import type { Log } from '../../../../platform/logger.ts'
import { refuseChatChange } from '../../../account-acts/index.ts'
import { findContactId } from '../../../contacts/index.ts'
import { type ChatMarkRow, selectMarks, toMarks } from '../../records/network/chat-marks.ts'
import { badField, notConnected } from '../../records/refusals.ts'
import { readNewestMessage } from '../../records/stored-message.ts'
import type { ChatService, MarkCommand } from '../ask-owner.ts'
import { requireChat } from '../send-request.ts'

type MarkHandlers = Pick<Handlers['chat'], 'markChat'>
type Asked = Parameters<MarkHandlers['markChat']>[0]

const READ = statement<{ marks: ChatMarkRow | null }>(
  'chat_read_marks_of',
  `select ${selectMarks('$1', '$2')} as marks`,
)

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function toMuted(until: Asked['mutedUntil'], nowMs: number): ChatMark[] {
  if (until === undefined) return []
  if (until === null || until === 'always') return [{ kind: 'muted', until }]
  const ms = ISO_TIME.test(until) ? Date.parse(until) : Number.NaN
  if (!(ms > nowMs)) throw badField('mutedUntil', 'MUTE_NOT_AHEAD', {})
  return [{ kind: 'muted', until: ms }]
}

/** What is to be done on the network; a chat that is archived is not pinned any more, as phones do it. */
function toChanges(
  { archived, pinned, mutedUntil, unread }: Asked,
  last: readonly ChatMessage[],
  { wasPinned, nowMs }: { wasPinned: boolean; nowMs: number },
): ChatMark[] {
  const isPinned = archived === true && wasPinned ? (pinned ?? false) : pinned
  return [
    ...(archived === undefined ? [] : [{ kind: 'archived' as const, isArchived: archived, last }]),
    ...(isPinned === undefined ? [] : [{ kind: 'pinned' as const, isPinned }]),
    ...toMuted(mutedUntil, nowMs),
    ...(unread === undefined ? [] : [{ kind: 'unread' as const, isUnread: unread, last }]),
  ]
}

/** What the chat is once the network has it. */
function toAsked(mark: ChatMark): Partial<ReturnType<typeof toMarks>> {
  switch (mark.kind) {
    case 'archived':
      return { archived: mark.isArchived }
    case 'pinned':
      return { pinned: mark.isPinned }
    case 'muted':
      return { mutedUntil: typeof mark.until === 'number' ? new Date(mark.until).toISOString() : mark.until }
    case 'unread':
      return { unread: mark.isUnread }
    case 'starred':
    case 'cleared':
    case 'deleted':
      return {}
  }
}

/** How the interface names what was done before something was refused. */
const NAMES: Readonly<Record<ChatMark['kind'], string>> = {
  archived: 'archived',
  pinned: 'pinned',
  muted: 'mutedUntil',
  unread: 'unread',
  starred: 'starred',
  cleared: 'cleared',
  deleted: 'deleted',
}

export interface MarkDeps {
  db: Database
  service: ChatService
  nowMs(): number
}

/** What the account's devices keep of its chats. */
export function createMarkHandlers({ db, service, nowMs }: MarkDeps): MarkHandlers {
  return {
    async markChat(input) {
      const { clientId, target } = input
      requireChat(target)
      const chat = (await findContactId(db, clientId, target)) as Address
      const last = await readNewestMessage(db, clientId, chat)
      if (last.length === 0) throw missing('conversation')
      const marks = toMarks((await db.queryOne(READ, [clientId, chat]))?.marks ?? null)
      const changes = toChanges(input, last, { wasPinned: marks.pinned, nowMs: nowMs() })
      if (changes.length > 0) await service.mark(clientId, { chat, marks: changes })
      // The network's own word comes back as an event, a moment later.
      return { clientId, jid: chat, marks: { ...marks, ...Object.assign({}, ...changes.map(toAsked)) } }
    },
  }
}

/** The owner's side of `chat.markChat`. */
export function createMarkCommand(log: Log) {
  return async (
    runtime: { client: { id: string }; connection(): NetworkConnection | null },
    input: unknown,
  ): Promise<{ done: true }> => {
    const { chat, marks } = input as MarkCommand
    const done: string[] = []
    for (const mark of marks) {
      const connection = runtime.connection()
      try {
        if (!connection) throw notConnected()
        await connection.chats.mark(chat, mark)
      } catch (err) {
        throw withDone(toRefused(err, log, runtime), done)
      }
      done.push(NAMES[mark.kind])
    }
    return { done: true }
  }
}

/** Why a question or a change to the network did not come about. */
export function toRefused(
  err: unknown,
  log: Log,
  runtime: { client: { id: string }; connection(): NetworkConnection | null },
): Refusal {
  if (err instanceof Refusal) return err
  if (err instanceof ChatChangeError) return refuseChatChange(err)
  if (!runtime.connection()) return notConnected()
  log.warn({ err, clientId: runtime.client.id }, 'a change of a chat was not answered')
  return refusal('GATEWAY_TIMEOUT', 'NO_ANSWER_IN_TIME', {}, { cause: err })
}

const withDone = (refused: Refusal, done: readonly string[]): Refusal =>
  done.length === 0
    ? refused
    : toRefusal({ ...refused, message: refused.message, data: { ...refused.data, done } })
