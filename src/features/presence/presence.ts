import type { Bus } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import { STATUS_ADDRESS } from '../../core/addresses.ts'
import { refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import { AskAccount } from '../account-acts/index.ts'
import { findContactId } from '../contacts/index.ts'
import { PRESENCE_COMMAND, type PresenceActTable, type PresenceSubscription } from './commands.ts'

export interface ContactPresenceDeps {
  db: Database
  bus: Bus
  newId(): string
}

const toAnswered = ({ active, ...subscription }: PresenceSubscription) => ({
  ...subscription,
  active: [...active],
})

/** Who of a client's contacts is online: asked of its owner, which alone hears it. */
export function createContactPresenceHandlers(deps: ContactPresenceDeps): Handlers['presence'] {
  const account = new AskAccount<PresenceActTable>(deps, PRESENCE_COMMAND)
  return {
    async subscribe({ clientId, jid, seconds }) {
      if (jid === STATUS_ADDRESS)
        throw refusal('BAD_REQUEST', 'STATUS_SHOWS_NO_PRESENCE', {}, { path: 'jid' })
      const known = await findContactId(deps.db, clientId, jid)
      return toAnswered(await account.ask(clientId, 'subscribe', { jid: known, seconds }))
    },
    async unsubscribe({ clientId, jid }) {
      await account.ask(clientId, 'unsubscribe', { jid: await findContactId(deps.db, clientId, jid) })
      return { success: true }
    },
    async list({ clientId }) {
      const { online, subscriptions } = await account.ask(clientId, 'list', {})
      return { online, subscriptions: subscriptions.map(toAnswered) }
    },
  }
}
