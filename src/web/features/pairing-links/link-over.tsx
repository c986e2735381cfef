import type { ReactNode } from 'react'
import { Entrance } from '../../shell/entrance.tsx'
import { type LinkEnd, usePairingLinkText } from './pairing-link-text.ts'

/** Says why the link leads nowhere, and what to do. */
export function LinkOver({ why, children }: { why: LinkEnd; children?: ReactNode }) {
  const text = usePairingLinkText()
  const { title, body } = text.over[why]
  return (
    <Entrance title={title} intro={body}>
      <div className="text-center">{children}</div>
    </Entrance>
  )
}
