import type { Handlers } from '../../contract/handlers.ts'
import type { ChatService } from './service.ts'

/** What can be asked of the network about people. */
export function createContactHandlers(service: ChatService): Pick<Handlers['contacts'], 'check'> {
  return {
    async check({ clientId, phoneNumbers }, ctx) {
      await service.requireClient(clientId, ctx.principal.userId)
      const found = await service.checkNumbers(
        clientId,
        phoneNumbers.map((number) => `+${number.replace(/\D/g, '')}`),
      )
      return {
        contacts: found.map(({ phoneNumber, exists, address, lid }) => ({
          phoneNumber,
          exists,
          jid: address,
          lid,
        })),
      }
    },
  }
}
