import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { queries } from '../app/api.ts'
import { createConversationUpdater } from '../features/conversations/conversation-updates.ts'
import type { LiveEvent } from './live-stream.ts'
import { readAgain } from './merge-news.ts'

/** News of one moment are dealt with together. */
const GATHER_MS = 60

/** Which queries an event makes untrue as a whole. Conversations are mended in place instead. */
function keysOf({ name, data }: LiveEvent): QueryKey[] {
  switch (name) {
    case 'client.status':
    case 'client.qr':
      return [queries.worker.key(), queries.clients.key(), queries.server.qr.key()]
    case 'contact.updated':
      return 'state' in data
        ? [queries.chat.countConversations.key(), queries.chat.getConversation.key()]
        : [queries.contacts.key(), queries.chat.fetchContacts.key()]
    case 'flow.state.changed':
      return [queries.flows.states.key(), queries.approvals.key(), queries.contacts.key()]
    case 'connection.failed':
      return [queries.secrets.key()]
    case 'proxy.failed':
      return [queries.proxies.key(), queries.clients.key()]
    default:
      return []
  }
}

/** Brings the news into what was read before. */
export function createUpdater(client: QueryClient) {
  const conversations = createConversationUpdater(client)
  let waiting: LiveEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function work(): void {
    timer = undefined
    const events = waiting
    waiting = []
    const keys = new Map(events.flatMap(keysOf).map((key) => [JSON.stringify(key), key]))
    for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey })
    void conversations.apply(events)
  }

  return {
    note(event: LiveEvent): void {
      waiting.push(event)
      timer ??= setTimeout(work, GATHER_MS)
    },
    /** Something was missed. */
    readAgain: () => void readAgain(client),
    close: () => clearTimeout(timer),
  }
}
