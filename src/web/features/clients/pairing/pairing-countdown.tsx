import { useEffect, useState } from 'react'
import { secondsUntil } from './countdown.ts'

interface PairingCountdownProps {
  /** ISO 8601. */
  expiresAt: string
  formatLeft: (seconds: number) => string
}

/** Counts down to the end of what is shown; its own component, so that only these words are drawn each second. */
export function PairingCountdown({ expiresAt, formatLeft }: PairingCountdownProps) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="mt-3 text-center text-[0.8125rem] text-ink-soft tabular-nums">
      {formatLeft(secondsUntil(expiresAt, now))}
    </p>
  )
}
