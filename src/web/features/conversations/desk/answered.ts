import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { queries } from '../../../app/api.ts'
import { sessionQuery } from '../../../app/session.ts'
import type { Conversation, InboxMessage } from '../chat-data.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { readOwnMessages, readThread } from '../conversation-updates.ts'

/** Somebody else answered the contact while this person was writing. */
export interface Answered {
  /** Null: from the phone, or nobody knows who. */
  name: string | null
  atSec: number
}

/** The newest answer of another person that is not among those known when writing began. */
export function findAnswered(
  messages: readonly InboxMessage[],
  known: ReadonlySet<string>,
  ownId: string | undefined,
): Answered | null {
  const isOthers = ({ message, sender }: InboxMessage): boolean =>
    !known.has(message.id) &&
    (sender?.kind === 'phone' || (sender?.kind === 'person' && sender.userId !== ownId))
  const newest = messages.filter(isOthers).toSorted((a, b) => b.message.timestamp - a.message.timestamp)[0]
  return newest ? { name: newest.sender?.name ?? null, atSec: newest.message.timestamp } : null
}

/** So many answers of people are named as seen. */
const MAX_NAMED = 20

const isOfPerson = ({ sender }: InboxMessage): boolean =>
  sender?.kind === 'phone' || sender?.kind === 'person'

/**
 * What a page says it has seen of a conversation when it sends: the newest answers of people, and where it reaches no further
 * back than those, its oldest message. Whatever else people wrote since, it did not see. `messages` are newest first.
 */
export function chooseSeen(messages: readonly InboxMessage[]): string[] {
  const answers = messages.filter(isOfPerson).slice(0, MAX_NAMED)
  const oldest = messages.at(-1)
  const named = answers.length < MAX_NAMED && oldest ? [...answers, oldest] : answers
  return [...new Set(named.map(({ message }) => message.id))]
}

interface ListPage {
  conversations: Conversation[]
}

/** The newest message of a conversation that a list of conversations shows. */
export type Listed = Pick<InboxMessage['message'], 'id' | 'timestamp'>

/** What the lists that were read show as the newest of a conversation; null where none shows it. */
export function readListed(client: QueryClient, clientId: string, jid: string): Listed | null {
  const lists = client.getQueriesData<ListPage | { pages: ListPage[] }>({
    queryKey: queries.chat.listConversations.key(),
  })
  const listed = lists
    .flatMap(([, data]) => (data && 'pages' in data ? data.pages : (data ?? [])))
    .flatMap(({ conversations }) => conversations)
    .filter((one) => one.clientId === clientId && one.jid === jid)
    .flatMap(({ lastMessage }) => lastMessage ?? [])
  return listed.toSorted((a, b) => b.timestamp - a.timestamp)[0] ?? null
}

/**
 * What came after the message that a list showed; all, where none showed any. `messages` are newest first. Where they do not
 * reach back to it, those of its second count as later.
 */
export function listLater(messages: readonly InboxMessage[], listed: Listed | null): InboxMessage[] {
  const at = messages.findIndex(({ message }) => message.id === listed?.id)
  if (at >= 0) return messages.slice(0, at)
  return messages.filter(({ message }) => !listed || message.timestamp >= listed.timestamp)
}

/** Asks once before a message goes out when somebody else answered since it was begun. */
export function useAnswered({ clientId, jid }: ConversationPlace, isWriting: boolean) {
  const client = useQueryClient()
  const { data: session } = useQuery(sessionQuery)
  /** Null: it was begun before the conversation was read, when only the list of conversations told of it. */
  const known = useRef<ReadonlySet<string> | null>(null)
  const [listed] = useState(() => readListed(client, clientId, jid))
  const [asked, setAsked] = useState<Answered | null>(null)
  const read = () => readOwnMessages(client, clientId, jid)
  const remember = () => {
    const thread = readThread(client, clientId, jid)
    known.current = thread && new Set(read().map(({ message }) => message.id))
    setAsked(null)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is when writing begins
  useEffect(remember, [isWriting])
  return {
    asked,
    /** What is before this person's eyes, for the service to compare; undefined while nothing was read. */
    readSeen(): string[] | undefined {
      const messages = readThread(client, clientId, jid)
      return messages ? chooseSeen(messages) : undefined
    },
    /** The newest answer of somebody else among what is there now, beside what was seen. */
    findUnseen: (seen: readonly string[] | undefined) =>
      findAnswered(read(), new Set(seen), session?.user.id),
    forget: remember,
    /** Whether it may go out now; if not, the person is asked, and has the answer in front of them. */
    mayGo(): boolean {
      const later = known.current ? read() : listLater(readThread(client, clientId, jid) ?? [], listed)
      const found = findAnswered(later, known.current ?? new Set(), session?.user.id)
      remember()
      setAsked(found)
      return found === null
    },
  }
}
