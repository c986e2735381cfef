import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Consent } from './consent.tsx'
import { keepVisit, readVisit } from './kept-visit.ts'
import { Visit } from './visit.tsx'

function LinkedHere({ token }: { token: string }) {
  const [visit, setVisit] = useState(() => readVisit(token))
  const keep = (next: string | null): void => {
    keepVisit(token, next)
    setVisit(next)
  }
  if (visit === null) return <Consent token={token} onOpened={keep} />
  return <Visit visit={visit} onLost={() => keep(null)} />
}

/**
 * Where a pairing link leads: somebody without an account links their phone here. What the link carries stands behind the #,
 * so no server's log has it.
 */
export function PairPage() {
  const token = useLocation({ select: ({ hash }) => hash })
  return <LinkedHere key={token} token={token} />
}
