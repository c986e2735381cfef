import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useEditorText } from '../editor-text.ts'

interface ItemButtonsProps {
  label: string
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Order and removal of one entry of a list. */
export function ItemButtons({ label, index, count, onMove, onRemove }: ItemButtonsProps) {
  const { panel } = useEditorText()
  const button = 'size-7'
  return (
    <div className="flex">
      <Button
        variant="quiet"
        size="icon"
        className={button}
        aria-label={panel.moveUp(label)}
        disabled={index === 0}
        onClick={() => onMove(index - 1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        className={button}
        aria-label={panel.moveDown(label)}
        disabled={index === count - 1}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        className={button}
        aria-label={panel.removeItem(label)}
        onClick={onRemove}
      >
        <Trash2 aria-hidden />
      </Button>
    </div>
  )
}

export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const next = [...items]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
