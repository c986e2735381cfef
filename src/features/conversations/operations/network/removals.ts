import type { CallContext, Handlers } from '../../../../contract/handlers.ts'
import type { Address } from '../../../../core/addresses.ts'
import { toActor } from '../../../../core/conversation/conversation-entry.ts'
import { missing } from '../../../../core/errors.ts'
import type { Database } from '../../../../db/client.ts'
import type { ChatMessage, ChatRemoval } from '../../../../network/port.ts'
import { findContactId } from '../../../contacts/index.ts'
import { deleteMessagesHere, noteRemovalAsked } from '../../records/network/removals.ts'
import { readNewestMessage } from '../../records/stored-message.ts'
import type { ChatService } from '../ask-owner.ts'
import { requireChat } from '../send-request.ts'

type RemovalHandlers = Pick<Handlers['chat'], 'clearChat' | 'deleteChat'>

interface Asked {
  clientId: string
  target: Address
  deleteHere: boolean
}

export interface RemovalDeps {
  db: Database
  service: ChatService
  /** Events were logged. */
  announce(): void
  nowMs(): number
}

/** What the account's devices forget; what is stored here goes only where the caller says so, and after the network took it. */
export function createRemovalHandlers({ db, service, announce, nowMs }: RemovalDeps): RemovalHandlers {
  async function remove(
    { clientId, target, deleteHere }: Asked,
    { principal }: CallContext,
    keepsStarred: boolean,
    toMark: (last: readonly ChatMessage[], atMs: number) => ChatRemoval,
  ) {
    requireChat(target)
    const chat = (await findContactId(db, clientId, target)) as Address
    const last = await readNewestMessage(db, clientId, chat)
    const [newest] = last
    if (!newest) throw missing('conversation')
    const atMs = nowMs()
    const by = toActor(principal)
    await noteRemovalAsked(db, { clientId, chat, atMs, by })
    await service.mark(clientId, { chat, marks: [toMark(last, atMs)] })
    const upTo = { clientId, chat, atSec: newest.atSec, starredToo: !keepsStarred, by }
    const deletedHere = deleteHere ? await deleteMessagesHere(db, upTo) : 0
    if (deletedHere > 0) announce()
    return { clientId, jid: chat, deletedHere }
  }
  return {
    clearChat: ({ keepStarred: keepsStarred, ...asked }, ctx) =>
      remove(asked, ctx, keepsStarred, (last, atMs) => ({ kind: 'cleared', keepsStarred, last, atMs })),
    deleteChat: (asked, ctx) => remove(asked, ctx, false, (last, atMs) => ({ kind: 'deleted', last, atMs })),
  }
}
