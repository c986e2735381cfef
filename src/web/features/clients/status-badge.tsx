import { useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { isMoving, toneOf, type WorkerStatus } from './client-data.ts'

/** A live state in one word. */
export function StatusBadge({ status }: { status: WorkerStatus['status'] }) {
  const { statusNames } = useText()
  return (
    <Badge tone={toneOf(status)} dot={isMoving(status) ? 'moving' : 'still'}>
      {statusNames[status]}
    </Badge>
  )
}
