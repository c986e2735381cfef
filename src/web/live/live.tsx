import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { PresentPerson, PresentTeam } from '../../contract/conversations/team-presence.ts'
import { queries } from '../app/api.ts'
import { shownWorkspace } from '../app/shown-workspace.ts'
import { LiveStates } from './live-states.ts'
import { type ContactPresence, type LiveHandlers, type LiveState, LiveStream } from './live-stream.ts'
import { createUpdater } from './updates.ts'

const Context = createContext<LiveState>('connecting')
const NOBODY: readonly PresentPerson[] = []

const createPresence = () => ({
  teams: new LiveStates<PresentTeam>(({ people }) => people.length === 0),
  contacts: new LiveStates<ContactPresence>(
    ({ availability, active }) => availability === 'unknown' && active.length === 0,
  ),
})

const PresenceContext = createContext(createPresence())

/** Keeps what the page shows true to what happens, for as long as a person is signed in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  const [presence] = useState(createPresence)
  useEffect(() => {
    const updater = createUpdater(client)
    let wasUp = false
    let isOver = false
    let stream: LiveStream | null = null
    const handlers: LiveHandlers = {
      presence: presence.teams,
      contacts: presence.contacts,
      onEvent: updater.note,
      onGap: updater.readAgain,
      onState(next) {
        setState(next)
        // What was read before the stream had its place may lack what happened in between.
        if (next === 'up' && !wasUp) updater.readAgain()
        wasUp = next === 'up'
      },
      onRefused: () =>
        void client.prefetchQuery({ ...queries.server.ping.queryOptions({ input: {} }), staleTime: 0 }),
    }
    void shownWorkspace.known.then((id) => {
      if (isOver) return
      stream = new LiveStream(id, handlers)
      stream.open()
    })
    return () => {
      isOver = true
      stream?.close()
      updater.close()
    }
  }, [client, presence])
  return (
    <Context value={state}>
      <PresenceContext value={presence}>{children}</PresenceContext>
    </Context>
  )
}

export const useLiveState = (): LiveState => useContext(Context)

/** How often to look again: not at all while news come by themselves, else every `ms`. */
export function useLookAgain(ms: number): number | false {
  return useLiveState() === 'up' ? false : ms
}

/** Who of the team is in a conversation now, the person of this page among them. */
export function usePresent(clientId: string, jid: string): readonly PresentPerson[] {
  const { teams } = useContext(PresenceContext)
  return useSyncExternalStore(teams.subscribe, () => teams.read(clientId, jid)?.people ?? NOBODY)
}

/** How the contact of a conversation is now, or what is done in the group; undefined while nobody knows. */
export function useContactPresence(clientId: string, jid: string): ContactPresence | undefined {
  const { contacts } = useContext(PresenceContext)
  return useSyncExternalStore(contacts.subscribe, () => contacts.read(clientId, jid))
}
