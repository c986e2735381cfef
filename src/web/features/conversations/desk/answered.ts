import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sessionQuery } from '../../../app/session.ts'
import type { InboxMessage } from '../chat-data.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { readOwnMessages } from '../conversation-updates.ts'

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
