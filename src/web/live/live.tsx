import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { queries } from '../app/api.ts'
import { shownWorkspace } from '../app/shown-workspace.ts'
import { type LiveHandlers, type LiveState, LiveStream } from './live-stream.ts'
import { createUpdater } from './updates.ts'

const Context = createContext<LiveState>('connecting')

/** Keeps what the page shows true to what happens, for as long as a person is signed in. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    const updater = createUpdater(client)
    let wasUp = false
    let isOver = false
    let stream: LiveStream | null = null
    const handlers: LiveHandlers = {
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
  }, [client])
  return <Context value={state}>{children}</Context>
}

export const useLiveState = (): LiveState => useContext(Context)

/** How often to look again: not at all while news come by themselves, else every `ms`. */
export function useLookAgain(ms: number): number | false {
  return useLiveState() === 'up' ? false : ms
}
