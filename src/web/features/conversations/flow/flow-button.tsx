import { Workflow } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { ConversationPlace } from '../contact-changes.ts'
import { useFlowDeskText } from './flow-text.ts'

const StartDialog = lazy(async () => ({ default: (await import('./start-dialog.tsx')).StartDialog }))

/** Beside where a message is written: sends a menu of a flow, or starts one. Ctrl with / opens it. */
export function FlowButton(place: ConversationPlace) {
  const { menu: text } = useFlowDeskText()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setOpen(true)
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
        onClick={() => setOpen(true)}
      >
        <Workflow aria-hidden />
      </Button>
      {isOpen && (
        <Suspense>
          <StartDialog {...place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
