import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { pictureKey } from './picture-key.ts'

/** Whoever scrolls past looks at nobody. */
const LOOK_MS = 400

/** What the service knows of somebody's picture. */
export interface KnownPicture {
  url: string | null
  /** Whether the network would be asked. */
  due: boolean
  /** `unknown` also while it is being asked. */
  state?: 'found' | 'none' | 'hidden' | 'unknown'
}

interface ContactAvatarProps extends Omit<ComponentProps<typeof Avatar>, 'src'> {
  clientId: string
  /** Null: nobody asked for it yet; undefined: that is being read. */
  picture: KnownPicture | null | undefined
}

/** Whether an element has been on the screen for a moment. It is looked at only while that makes a difference. */
function useSeen(isWanted: boolean): [ref: (element: HTMLElement | null) => void, isSeen: boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [isSeen, setSeen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (!element || !isWanted) return
    const watcher = new IntersectionObserver(([entry]) => {
      clearTimeout(timer.current)
      if (entry?.isIntersecting) timer.current = setTimeout(setSeen, LOOK_MS, true)
      else setSeen(false)
    })
    watcher.observe(element)
    return () => {
      clearTimeout(timer.current)
      watcher.disconnect()
    }
  }, [element, isWanted])
  return [setElement, isSeen && isWanted]
}

/**
 * A contact or a group by their picture, or as initials where none is known. What is not known is asked for once somebody looks, one
 * after the other (`ask-picture.ts`).
 */
export function ContactAvatar({ clientId, picture, ...shown }: ContactAvatarProps) {
  const isDue = picture === null || picture?.due === true
  const [ref, isSeen] = useSeen(isDue)
  const asked = useQuery({
    queryKey: pictureKey(clientId, shown.id),
    queryFn: async ({ signal }) =>
      (await import('./ask-picture.ts')).askPicture({ clientId, jid: shown.id }, signal),
    enabled: isSeen,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  // What was read while another part of the page asked knows nothing of the answer.
  const isOpen = isDue || picture?.state === 'unknown'
  const url = isOpen ? (asked.data ?? picture)?.url : picture?.url
  return <Avatar {...shown} place={ref} src={url ?? null} />
}
