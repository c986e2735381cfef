import type { Handlers } from '../../../../contract/handlers.ts'
import type { Address } from '../../../../core/addresses.ts'
import type { Database } from '../../../../db/client.ts'
import { messageNotFound } from '../../records/refusals.ts'
import { findStoredMessage } from '../../records/stored-message.ts'
import type { ChatService } from '../ask-owner.ts'
import { requireChat, requireSameChat } from '../send-request.ts'

type StarHandlers = Pick<Handlers['chat'], 'starMessage'>

/** Which messages the account's devices have starred. */
export function createStarHandlers({ db, service }: { db: Database; service: ChatService }): StarHandlers {
  return {
    async starMessage(input) {
      const { clientId, key, starred } = input
      requireChat(input.target)
      const chat = (await requireSameChat(db, input, key)) as Address
      const { id, fromMe } = key
      const stored = await findStoredMessage(db, clientId, { id, chat, fromMe })
      if (!stored) throw messageNotFound(id)
      const author = stored.participant && !fromMe ? { participant: stored.participant as Address } : {}
      const mark = { kind: 'starred' as const, key: { chat, id, fromMe, ...author }, isStarred: starred }
      await service.mark(clientId, { chat, marks: [mark] })
      return { clientId, jid: chat, id, starred }
    },
  }
}
