import { BadgeCheck } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { countOf, useApprovals, useApprovalsText } from './approval-data.ts'

/** The way to the queue, with how many wait; not there while nothing does. */
export function QueueButton({ onOpen }: { onOpen: () => void }) {
  const text = useApprovalsText()
  const waiting = useApprovals()
  if (!waiting.data || waiting.data.approvals.length === 0) return null
  return (
    <Button variant="secondary" className="w-full justify-center" onClick={onOpen}>
      <BadgeCheck aria-hidden />
      {text.queue(countOf(waiting.data))}
    </Button>
  )
}
