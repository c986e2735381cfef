import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sessionQuery } from '../../../app/session.ts'
import type { InboxMessage } from '../chat-data.ts'
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

/** Asks once before a message goes out when somebody else answered since it was begun. */
export function useAnswered({ clientId, jid }: ConversationPlace, isWriting: boolean) {
  const client = useQueryClient()
  const { data: session } = useQuery(sessionQuery)
  const known = useRef<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Answered | null>(null)
  const read = () => readOwnMessages(client, clientId, jid)
  const remember = () => {
    known.current = new Set(read().map(({ message }) => message.id))
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
      const found = findAnswered(read(), known.current, session?.user.id)
      remember()
      setAsked(found)
      return found === null
    },
  }
}
