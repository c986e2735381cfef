import type { Handlers } from '../../../contract/handlers.ts'
import { STATUS_ADDRESS } from '../../../core/addresses.ts'
import { badField } from '../records/refusals.ts'
import type { StoredWords } from '../records/stored-words.ts'
import type { ChatService } from './ask-owner.ts'
import { toMessageKey } from './send-request.ts'

type SignalHandlers = Pick<Handlers['chat'], 'readMessages' | 'sendPresence'>

/**
 * Receipts and presence: what the other side sees of us beside messages. They take no place in the queue of sends.
 */
export function createSignalHandlers(service: ChatService, words: StoredWords): SignalHandlers {
  return {
    async readMessages({ clientId, keys }) {
      // What we wrote ourselves needs no reading.
      const theirs = keys.filter((key) => !key.fromMe).map((key) => toMessageKey(key))
      const { error } = theirs.length > 0 ? await service.read(clientId, theirs) : { error: null }
      if (error !== null) {
        const message = 'The messages could not be marked as read. Call again; reading twice does no harm.'
        return { type: 'error', client: clientId, message, error: words.sendError(error) }
      }
      const what = theirs.length === 1 ? '1 message is' : `${theirs.length} messages are`
      return { type: 'success', client: clientId, message: `${what} marked as read.` }
    },
    async sendPresence({ clientId, target, presence }) {
      if (target === STATUS_ADDRESS) throw badField('target', 'STATUS_SHOWS_NO_PRESENCE', {})
      const { error } = await service.showPresence(clientId, target, presence)
      if (error === null) return { type: 'success', client: clientId, message: 'The network was told.' }
      const message = 'The network could not be told. Call again; it does no harm.'
      return { type: 'error', client: clientId, message, error: words.sendError(error) }
    },
  }
}
