import type { ReactNode } from 'react'
import type { LabelColour } from '../../../contract/conversations/label-colours.ts'
import { classes } from '../../ui/classes.ts'
import { LABEL_CLASSES, labelStyle } from './label-look.ts'

interface LabelChipProps {
  name: string
  colour: LabelColour
  className?: string
  children?: ReactNode
}

/** A label as it stands wherever it is shown; `children` stand behind its name. */
export function LabelChip({ name, colour, className, children }: LabelChipProps) {
  return (
    <span
      className={classes(
        'inline-flex max-w-full items-center gap-1 rounded-full px-2 text-xs leading-5 font-medium',
        LABEL_CLASSES,
        className,
      )}
      style={labelStyle(colour)}
    >
      <span dir="auto" className="truncate">
        {name}
      </span>
      {children}
    </span>
  )
}
