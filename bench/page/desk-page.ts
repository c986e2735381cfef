import { type InfiniteData, InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import type { PresentTeam } from '../../src/contract/conversations/team-presence.ts'
import { api, queries } from '../../src/web/app/api.ts'
import { createQueryClient } from '../../src/web/app/query-client.ts'
import { shownWorkspace } from '../../src/web/app/shown-workspace.ts'
import { PresenceAnnouncer } from '../../src/web/features/conversations/desk/presence-announcer.ts'
import {
  conversationPages,
  messagePages,
  type Shown,
} from '../../src/web/features/conversations/inbox-queries.ts'
import { LiveStates } from '../../src/web/live/live-states.ts'
import { type ContactPresence, LiveStream } from '../../src/web/live/live-stream.ts'
import { createUpdater } from '../../src/web/live/updates.ts'

/** What a list and an open conversation show, so that two readings can be compared. */
export interface Reading {
  list: string[]
  thread: string[]
  counts: string
}

export interface DeskPage {
  /** Called with each text that the page holds for the first time, and where it would be on the screen. */
  onText: (text: string, where: 'list' | 'thread') => void
  readShown(): Reading
  /** The same, asked of the service now. */
  readStored(): Promise<Reading>
  answer(text: string): Promise<void>
  take(userId: string): Promise<void>
  close(): void
}

type Conversations = Awaited<ReturnType<typeof api.chat.listConversations>>
type Messages = Awaited<ReturnType<typeof api.chat.listMessages>>

const SHOWN_ROWS = 50

const toList = ({ conversations }: Conversations): string[] =>
  conversations
    .slice(0, SHOWN_ROWS)
    .map(({ clientId, jid, state, unreadCount, lastMessage, assignee }) =>
      [clientId, jid, state, unreadCount, lastMessage?.id, lastMessage?.status, assignee].join(' '),
    )

const toThread = ({ messages }: Messages): string[] =>
  messages.slice(0, SHOWN_ROWS).map(({ message }) => `${message.id} ${message.status}`)

/**
 * An inbox page without a screen: the dashboard's own queries, stream and updates, kept as the page keeps them while somebody looks
 * at a list and one conversation of it.
 */
export async function openDeskPage(
  chosen: { clientId: string; jid: string },
  show: Shown | undefined,
): Promise<DeskPage> {
  const client = createQueryClient()
  const updater = createUpdater(client)
  const list = new InfiniteQueryObserver(client, conversationPages(undefined, '', { show }))
  const thread = new InfiniteQueryObserver(client, messagePages(chosen.clientId, chosen.jid))
  const counts = new QueryObserver(client, queries.chat.countConversations.queryOptions({ input: {} }))
  const standing = new QueryObserver(client, queries.chat.getConversation.queryOptions({ input: chosen }))
  const seen = new Set<string>()
  const note = (text: string | null | undefined, where: 'list' | 'thread'): void => {
    if (!text || seen.has(`${where} ${text}`)) return
    seen.add(`${where} ${text}`)
    page.onText(text, where)
  }
  const page: DeskPage = {
    onText: () => undefined,
    readShown() {
      const shownList = list.getCurrentResult().data as InfiniteData<Conversations> | undefined
      const shownThread = thread.getCurrentResult().data as InfiniteData<Messages> | undefined
      return {
        list: toList({
          conversations: shownList?.pages.flatMap((one) => one.conversations) ?? [],
          nextCursor: null,
        }),
        thread: toThread({
          messages: shownThread?.pages.flatMap((one) => one.messages) ?? [],
          nextCursor: null,
        }),
        counts: JSON.stringify(counts.getCurrentResult().data),
      }
    },
    async readStored() {
      const [ofList, ofThread, ofCounts] = await Promise.all([
        api.chat.listConversations(show ? { show } : {}),
        api.chat.listMessages(chosen),
        api.chat.countConversations({}),
      ])
      return { list: toList(ofList), thread: toThread(ofThread), counts: JSON.stringify(ofCounts) }
    },
    async answer(text) {
      await api.chat.sendMessage({ clientId: chosen.clientId, target: chosen.jid, message: { text } })
    },
    async take(userId) {
      await api.chat.updateConversation({ clientId: chosen.clientId, target: chosen.jid, assignedTo: userId })
    },
    close() {
      announcer.close()
      stream.close()
      updater.close()
      client.clear()
    },
  }
  list.subscribe(({ data }) => {
    for (const one of data?.pages.flatMap(({ conversations }) => conversations) ?? [])
      note(one.lastMessage?.text, 'list')
  })
  thread.subscribe(({ data }) => {
    for (const one of data?.pages.flatMap(({ messages }) => messages) ?? []) note(one.message.text, 'thread')
  })
  counts.subscribe(() => undefined)
  standing.subscribe(() => undefined)
  let wasUp = false
  const stream = new LiveStream(await shownWorkspace.known, {
    presence: new LiveStates<PresentTeam>(({ people }) => people.length === 0),
    contacts: new LiveStates<ContactPresence>(() => false),
    onEvent: updater.note,
    onGap: updater.readAgain,
    onState(next) {
      if (next === 'up' && !wasUp) updater.readAgain()
      wasUp = next === 'up'
    },
    onRefused: () => undefined,
  })
  stream.open()
  const pageId = crypto.randomUUID()
  const announcer = new PresenceAnnouncer({
    tell: (activity) => api.chat.sharePresence({ ...chosen, page: pageId, activity }),
    tellLast: () => undefined,
  })
  announcer.show()
  return page
}
