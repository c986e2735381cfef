import type { Handlers } from '../../../../contract/handlers.ts'
import type { Address } from '../../../../core/addresses.ts'
import { missing, Refusal } from '../../../../core/errors.ts'
import type { Database } from '../../../../db/client.ts'
import type { NetworkConnection } from '../../../../network/port.ts'
import type { Log } from '../../../../platform/logger.ts'
import { findContactId } from '../../../contacts/index.ts'
import {
  beginHistoryRequest,
  forgetHistoryRequest,
  type HistoryRequestRow,
  readHistoryRequest,
} from '../../records/network/history-requests.ts'
import { notConnected } from '../../records/refusals.ts'
import { readOldestMessage } from '../../records/stored-message.ts'
import type { ChatService, HistoryCommand } from '../ask-owner.ts'
import { requireChat } from '../send-request.ts'
import { toRefused } from './chat-marks.ts'

type HistoryHandlers = Pick<Handlers['chat'], 'fetchHistory' | 'getHistory'>

/** A phone that is online answers within seconds; one in a pocket may wake for it. */
const ANSWER_MS = 120_000

const toRequest = ({ requestId, state, askedAt, endsAt, received, isAll }: HistoryRequestRow) => ({
  ...{ requestId, state, received, isAll },
  askedAt: askedAt.toISOString(),
  expiresAt: endsAt.toISOString(),
})

export interface HistoryDeps {
  db: Database
  service: ChatService
  connector: { newMessageId(): string }
}

/** Older messages, which the account's phone has. */
export function createHistoryHandlers({ db, service, connector }: HistoryDeps): HistoryHandlers {
  return {
    async fetchHistory({ clientId, target, count }) {
      requireChat(target)
      const chat = (await findContactId(db, clientId, target)) as Address
      const oldest = await readOldestMessage(db, clientId, chat)
      if (!oldest) throw missing('conversation')
      const requestId = connector.newMessageId()
      const begun = await beginHistoryRequest(db, { clientId, chat, requestId, forMs: ANSWER_MS })
      const request = begun ?? (await readHistoryRequest(db, clientId, chat))
      if (!request) throw missing('conversation')
      if (!begun) return toRequest(request)
      try {
        await service.askHistory(clientId, { requestId, oldest, count })
      } catch (refused) {
        // What nobody answered in time may have left, and its answer is told when it comes; if none does, it fails in its time.
        const mayHaveLeft = !(refused instanceof Refusal) || refused.code === 'GATEWAY_TIMEOUT'
        if (!mayHaveLeft) await forgetHistoryRequest(db, clientId, chat, requestId)
        throw refused
      }
      return toRequest(begun)
    },
    async getHistory({ clientId, jid }) {
      const row = await readHistoryRequest(db, clientId, await findContactId(db, clientId, jid))
      return { request: row ? toRequest(row) : null }
    },
  }
}

/** The owner's side: the question goes straight to the phone, which answers in its own time. */
export function createHistoryCommand(log: Log) {
  return async (
    runtime: { client: { id: string }; connection(): NetworkConnection | null },
    input: unknown,
  ): Promise<{ done: true }> => {
    const { requestId, oldest, count } = input as HistoryCommand
    const connection = runtime.connection()
    if (!connection) throw notConnected()
    try {
      await connection.chats.askHistory(requestId, oldest, count)
    } catch (err) {
      // A connection that broke meanwhile may have taken the question along.
      throw toRefused(err, log, { client: runtime.client, connection: () => connection })
    }
    return { done: true }
  }
}
