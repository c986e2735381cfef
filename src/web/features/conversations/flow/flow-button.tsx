import { Workflow } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { ConversationPlace } from '../contact-changes.ts'
import { useFlowDeskText } from './flow-text.ts'
import { onAskedToStart, type Startable } from './startable.ts'

const StartDialog = lazy(async () => ({ default: (await import('./start-dialog.tsx')).StartDialog }))

/** Beside where a message is written: sends a menu of a flow, or starts one. Ctrl with / opens it, and so does a flow among what / finds. */
export function FlowButton(place: ConversationPlace) {
  const { menu: text } = useFlowDeskText()
  const [asked, setAsked] = useState<Startable | 'any' | null>(null)
  useEffect(() => onAskedToStart(setAsked), [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setAsked('any')
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <Button
        variant="quiet"
        size="icon"
        aria-label={text.open}
        aria-keyshortcuts="Control+/"
        title={`${text.open} (Ctrl+/)`}
        onClick={() => setAsked('any')}
      >
        <Workflow aria-hidden />
      </Button>
      {asked && (
        <Suspense>
          <StartDialog {...place} first={asked === 'any' ? null : asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </>
  )
}
