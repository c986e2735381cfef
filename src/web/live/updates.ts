import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { queries } from '../app/api.ts'
import { notePostNews } from '../features/channels/post-cache.ts'
import { createConversationUpdater, isNote } from '../features/conversations/conversation-updates.ts'
import { pictureKey } from '../features/pictures/picture-key.ts'
import type { LiveEvent } from './live-stream.ts'
import { readAgain } from './merge-news.ts'

/** News of one moment are dealt with together. */
const GATHER_MS = 60
const COUNT_MS = 1_000
/** What a person is told of is asked for by the one tab that tells, and seldom enough for a busy day. */
const TELL_MS = 2_000

const toStarredKey = (clientId: string | null, { jid }: LiveEvent['data']): QueryKey =>
  queries.chat.listMessages.key({ input: { clientId: clientId ?? '', jid: String(jid), starred: true } })

/** What everybody of a workspace reads, by its part that changed. Who is in a department, and away, is told with it. */
function toShared(part: string): QueryKey[] {
  switch (part) {
    case 'departments':
      return [queries.departments.key()]
    case 'labels':
      return [queries.labels.key(), queries.chat.countLabelled.key()]
    case 'replies':
      return [queries.replies.key()]
    default:
      return [queries.workspaces.key(), queries.departments.key()]
  }
}

function keysOfContact(data: LiveEvent['data'], askedPicture: QueryKey): QueryKey[] {
  // It may be one that was made just now.
  if ('labels' in data) return [queries.labels.key()]
  if ('isBlocked' in data) return [queries.contacts.listBlocked.key()]
  if ('picture' in data) return [askedPicture, queries.contacts.get.key(), queries.contacts.list.key()]
  return 'state' in data
    ? []
    : [queries.contacts.key(), queries.chat.fetchContacts.key(), queries.flows.states.current.key()]
}

/** Which queries an event makes untrue as a whole. Conversations are mended in place instead. */
function keysOf({ name, clientId, data }: LiveEvent): QueryKey[] {
  const askedPicture = pictureKey(clientId ?? '', String(data.jid))
  switch (name) {
    case 'client.status':
    case 'client.qr':
      return [queries.worker.key(), queries.clients.key(), queries.server.qr.key()]
    case 'contact.updated':
      return keysOfContact(data, askedPicture)
    case 'chat.updated':
      return data.change === 'deleted_here'
        ? [queries.chat.getConversation.key(), toStarredKey(clientId, data)]
        : [queries.chat.getConversation.key()]
    case 'message.received':
      // An answer to a status is a message like others, which names what it answers.
      return data.quotedId ? [queries.status.list.key(), queries.status.listViewers.key()] : []
    case 'message.starred':
      return [toStarredKey(clientId, data)]
    case 'whatsapp.label':
    case 'whatsapp.labelled':
      return [queries.whatsappLabels.key()]
    case 'chat.history':
      return [queries.chat.getHistory.key(), queries.chat.listMessages.key()]
    case 'flow.state.changed':
      // What is of one contact is read again for that contact alone.
      return [queries.approvals.key(), queries.contacts.key()]
    // Each question goes to the network, which limits them: the list is asked for when a group itself is another.
    case 'group.updated':
      return [
        askedPicture,
        queries.groups.list.key(),
        queries.groups.get.key(),
        queries.chat.getConversation.key(),
      ]
    case 'group.members':
      return [queries.groups.get.key(), queries.groups.listRequests.key()]
    case 'call.received':
    case 'call.ended':
      return [queries.calls.list.key()]
    case 'group.requests':
      return [queries.groups.listRequests.key()]
    case 'channel.updated':
      return [queries.channels.list.key(), queries.channels.get.key()]
    case 'profile.updated':
      return [queries.profile.key()]
    case 'connection.failed':
      return [queries.secrets.key()]
    case 'campaign.updated':
      return [queries.campaigns.key()]
    case 'workspace.updated':
      return toShared(String(data.part))
    case 'proxy.failed':
      return [queries.proxies.key(), queries.clients.key()]
    default:
      return name.startsWith('status.') ? keysOfStatus(name) : []
  }
}

function keysOfStatus(name: string): QueryKey[] {
  if (name === 'status.received') return [queries.status.listReceived.key()]
  const { list, listReceived, listViewers } = queries.status
  return [list.key(), name === 'status.deleted' ? listReceived.key() : listViewers.key()]
}

/** What people do with conversations follows from messages, so each may change it. */
const isOfStanding = ({ name }: LiveEvent): boolean =>
  name === 'message.received' || name === 'message.sent' || name === 'contact.updated'

/** Has what these queries tell of the conversations of the events read again. */
function refreshPlaces(client: QueryClient, queryKey: QueryKey, events: readonly LiveEvent[]): void {
  if (events.length === 0) return
  const places = new Set(events.map(({ clientId, data }) => `${clientId} ${data.jid}`))
  void client.invalidateQueries({
    queryKey,
    predicate: ({ queryKey }) => {
      const { input } = (queryKey[1] ?? {}) as { input?: { clientId: string; jid: string } }
      return input !== undefined && places.has(`${input.clientId} ${input.jid}`)
    },
  })
}

/** Has all that was read of runs read again, and what flows do with a contact only for the contacts of the events. */
function refreshRuns(client: QueryClient, events: readonly LiveEvent[]): void {
  if (events.length === 0) return
  const places = new Set(events.map(({ clientId, data }) => `${clientId} ${data.contactJid}`))
  void client.invalidateQueries({
    queryKey: queries.flows.states.key(),
    predicate: ({ queryKey }) => {
      const { input } = (queryKey[1] ?? {}) as { input?: { clientId?: string; contactJid?: string } }
      const { clientId, contactJid } = input ?? {}
      return clientId === undefined || contactJid === undefined || places.has(`${clientId} ${contactJid}`)
    },
  })
}

/** Brings the news into what was read before. */
export function createUpdater(client: QueryClient) {
  const conversations = createConversationUpdater(client)
  let waiting: LiveEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let counting: ReturnType<typeof setTimeout> | undefined
  let telling: ReturnType<typeof setTimeout> | undefined

  /** However much is written, counts are asked for once a second. */
  function recount(): void {
    counting ??= setTimeout(() => {
      counting = undefined
      for (const counted of [queries.chat.countConversations, queries.chat.countLabelled])
        void client.invalidateQueries({ queryKey: counted.key() })
    }, COUNT_MS)
  }

  function tell(): void {
    telling ??= setTimeout(() => {
      telling = undefined
      void client.invalidateQueries({ queryKey: queries.notifications.waiting.key() })
    }, TELL_MS)
  }

  function work(): void {
    timer = undefined
    const events = waiting
    waiting = []
    const keys = new Map(events.flatMap(keysOf).map((key) => [JSON.stringify(key), key]))
    for (const queryKey of keys.values()) void client.invalidateQueries({ queryKey })
    for (const event of events) notePostNews(client, event)
    refreshRuns(
      client,
      events.filter(({ name }) => name === 'flow.state.changed'),
    )
    const ofStanding = events.filter(isOfStanding)
    refreshPlaces(client, queries.chat.getConversation.key(), ofStanding)
    const entries = events.filter(({ name }) => name === 'conversation.entry')
    refreshPlaces(client, queries.chat.listEntries.key(), entries)
    if (ofStanding.length + entries.length > 0) recount()
    if (ofStanding.length > 0 || entries.some(isNote)) tell()
    conversations.note(events)
  }

  return {
    note(event: LiveEvent): void {
      waiting.push(event)
      timer ??= setTimeout(work, GATHER_MS)
    },
    /** Something was missed. */
    readAgain: () => void readAgain(client),
    close() {
      clearTimeout(timer)
      clearTimeout(counting)
      clearTimeout(telling)
    },
  }
}
