import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { useText } from '../../../../i18n/language.tsx'

/** How far the conversation is read into which something is written. */
export interface Reading {
  isRead: boolean
  /** How often it could not be read. */
  failures: number
  readAgain: () => void
}

/** `sinceFailures`: how often reading had failed when it was pressed. */
type Held = { is: 'waiting'; sinceFailures: number } | { is: 'failed' } | null

/**
 * What is sent before the conversation was read waits for it: nobody can say what they saw of it, and somebody else may have
 * answered. It goes once, however often it is pressed; what is written stays where it is until then.
 */
export function useUntilRead({ isRead, failures, readAgain }: Reading, go: () => void, onRead: () => void) {
  const { chat: text } = useText()
  const [held, setHeld] = useState<Held>(null)
  const isWaiting = held?.is === 'waiting'
  const waits = useRef(false)
  useEffect(() => {
    waits.current = isWaiting
  }, [isWaiting])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what counts is how far it is read
  useEffect(() => {
    if (held?.is !== 'waiting') return
    if (isRead) {
      setHeld(null)
      go()
    } else if (failures > held.sinceFailures) setHeld({ is: 'failed' })
  }, [isRead, failures, held])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is read, unless something waits for just that
  useEffect(() => {
    if (isRead && !isWaiting) onRead()
  }, [isRead])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is left
  useEffect(
    () => () => {
      if (waits.current) toast.warning(text.notSent, { description: text.leftUnread })
    },
    [],
  )
  return {
    isWaiting,
    isFailed: held?.is === 'failed',
    press(): void {
      if (isWaiting) return
      setHeld(null)
      if (isRead) return go()
      if (failures > 0) readAgain()
      setHeld({ is: 'waiting', sinceFailures: failures })
    },
    stop: () => setHeld(null),
  }
}
