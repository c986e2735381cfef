import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { api, queries } from '../../app/api.ts'
import type { LiveEvent } from '../../live/live-stream.ts'
import type { Conversation, InboxMessage } from './chat-data.ts'

interface ThreadPage {
  messages: InboxMessage[]
  nextCursor: string | null
}
interface ListPage {
  conversations: Conversation[]
  nextCursor: string | null
}
type Pages<Page> = InfiniteData<Page, string | undefined>

interface ThreadInput {
  clientId: string
  jid: string
}
interface ListInput {
  clientId: string
  search?: string
}

const NEWEST = 50

const same = (a: { id: string; fromMe: boolean }, b: { id: string; fromMe: boolean }): boolean =>
  a.id === b.id && a.fromMe === b.fromMe

/**
 * The newest page read again over what was there. Null when they do not meet: then more came than one page holds, and
 * everything has to be read anew.
 */
export function mergeNewest<Item>(
  known: readonly Item[],
  fresh: readonly Item[],
  isSame: (a: Item, b: Item) => boolean,
): Item[] | null {
  const rest = known.filter((item) => !fresh.some((one) => isSame(one, item)))
  return known.length > 0 && fresh.length > 0 && rest.length === known.length && fresh.length >= NEWEST
    ? null
    : [...fresh, ...rest]
}

/** What an event says of a message that is on the page; the rest of the message stays. */
export function patchMessage(message: InboxMessage, { name, data, createdAt }: LiveEvent): InboxMessage {
  switch (name) {
    case 'message.status':
      return {
        ...message,
        error: typeof data.error === 'string' ? data.error : null,
        message: { ...message.message, status: data.status as InboxMessage['message']['status'] },
      }
    case 'message.reaction': {
      const { [String(data.by)]: _before, ...others } = message.reactions
      const reactions = data.reaction ? { ...others, [String(data.by)]: String(data.reaction) } : others
      return { ...message, reactions }
    }
    case 'message.vote':
      return { ...message, votes: { ...message.votes, [String(data.by)]: data.options as string[] } }
    case 'message.edited':
      return {
        ...message,
        editedAt: createdAt,
        message: { ...message.message, text: data.text as string | null },
      }
    default:
      return message
  }
}

const PATCHES: readonly string[] = ['message.status', 'message.reaction', 'message.vote', 'message.edited']

/** Mends the lists and conversations that were read when messages come or change. */
export function createConversationUpdater(client: QueryClient) {
  const threadsOf = ({ clientId, data }: LiveEvent) =>
    client
      .getQueryCache()
      .findAll({ queryKey: queries.chat.listMessages.key() })
      .filter(({ queryKey }) => {
        const { input } = (queryKey[1] ?? {}) as { input?: ThreadInput }
        return input?.clientId === clientId && input?.jid === data.jid
      })

  function patch(event: LiveEvent): void {
    for (const { queryKey } of threadsOf(event)) {
      client.setQueryData<Pages<ThreadPage>>(
        queryKey,
        (pages) =>
          pages && {
            ...pages,
            pages: pages.pages.map((page) => ({
              ...page,
              messages: page.messages.map((one) =>
                same(one.message, event.data as { id: string; fromMe: boolean })
                  ? patchMessage(one, event)
                  : one,
              ),
            })),
          },
      )
    }
  }

  async function refreshThreads(events: readonly LiveEvent[]): Promise<void> {
    const threads = new Map(events.flatMap(threadsOf).map((query) => [query.queryHash, query]))
    for (const { queryKey } of threads.values()) {
      const { input } = queryKey[1] as { input: ThreadInput }
      const fresh = await api.chat.listMessages({ clientId: input.clientId, jid: input.jid, limit: NEWEST })
      mend<ThreadPage, 'messages', InboxMessage>(queryKey, 'messages', fresh, (a, b) =>
        same(a.message, b.message),
      )
    }
  }

  async function refreshLists(events: readonly LiveEvent[]): Promise<void> {
    const clients = new Set(events.map(({ clientId }) => clientId))
    for (const { queryKey } of client
      .getQueryCache()
      .findAll({ queryKey: queries.chat.listConversations.key() })) {
      const { input } = queryKey[1] as { input: ListInput }
      if (!clients.has(input.clientId)) continue
      const fresh = await api.chat.listConversations({ ...input, limit: NEWEST })
      mend<ListPage, 'conversations', Conversation>(
        queryKey,
        'conversations',
        fresh,
        (a, b) => a.jid === b.jid,
      )
    }
  }

  /** Puts the newest page over the pages that were read; where they do not meet, all is read anew. */
  function mend<Page extends { nextCursor: string | null }, Field extends keyof Page, Item>(
    queryKey: readonly unknown[],
    field: Field,
    fresh: Page & Record<Field, Item[]>,
    isSame: (a: Item, b: Item) => boolean,
  ): void {
    const known = client.getQueryData<Pages<Page>>(queryKey)
    const [first, ...others] = known?.pages ?? []
    if (!known || !first) return
    const items = fresh[field]
    const rest = others.map((page) => ({
      ...page,
      [field]: (page[field] as Item[]).filter((one) => !items.some((item) => isSame(item, one))),
    }))
    const merged = mergeNewest(first[field] as Item[], items, isSame)
    if (merged === null) return void client.resetQueries({ queryKey })
    client.setQueryData<Pages<Page>>(queryKey, { ...known, pages: [{ ...first, [field]: merged }, ...rest] })
  }

  return {
    async apply(events: readonly LiveEvent[]): Promise<void> {
      const ofMessages = events.filter(({ name }) => name.startsWith('message.'))
      for (const event of ofMessages) if (PATCHES.includes(event.name)) patch(event)
      const whole = ofMessages.filter(({ name }) => !PATCHES.includes(name))
      try {
        await refreshThreads(whole)
        await refreshLists(
          events.filter(({ name }) => name.startsWith('message.') || name === 'contact.updated'),
        )
      } catch {
        // The service is away; when it is back everything is read again.
      }
    },
  }
}
