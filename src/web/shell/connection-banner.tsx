import { useQuery } from '@tanstack/react-query'
import { WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { sessionEndedQuery } from '../app/session.ts'
import { useText } from '../i18n/language.tsx'
import { useLiveState } from '../live/live.tsx'

/** A short break is nobody's business. */
const SHOW_AFTER_MS = 1_500

/** Says that what the page shows may be old, while the service cannot be reached. */
export function ConnectionBanner() {
  const { shell } = useText()
  const { data: hasEnded } = useQuery(sessionEndedQuery)
  // Without a session nothing comes either, and that is told by itself.
  const isDown = useLiveState() === 'down' && !hasEnded
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!isDown) return setShown(false)
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isDown])
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-0 z-50 flex justify-center">
      {isShown && (
        <p className="animate-appear m-2 flex items-center gap-2 rounded-full border border-line bg-warn-soft px-4 py-1.5 text-sm font-medium text-warn shadow-raised">
          <WifiOff className="size-4" aria-hidden />
          {shell.connectionLost}
        </p>
      )}
    </div>
  )
}
