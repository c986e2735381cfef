import type { ComponentProps, KeyboardEvent } from 'react'
import { classes } from '../../../ui/classes.ts'
import { TextArea } from '../../../ui/field.tsx'
import { useEntriesText } from './entries-text.ts'

const MAX_CHARS = 4_096

interface NoteFieldProps extends Omit<ComponentProps<typeof TextArea>, 'onChange' | 'value' | 'onKeyDown'> {
  value: string
  onWrite: (text: string) => void
  onSubmit: () => void
  onGiveUp: () => void
}

/** Where the text of a note is written; Enter keeps it, Shift with Enter begins a new line, Escape gives it up. */
export function NoteField({ onWrite, onSubmit, onGiveUp, className, ...props }: NoteFieldProps) {
  const { notes: text } = useEntriesText()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onGiveUp()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <TextArea
      {...props}
      dir="auto"
      aria-label={text.write}
      rows={1}
      maxLength={MAX_CHARS}
      onChange={(event) => onWrite(event.target.value)}
      onKeyDown={onKeyDown}
      className={classes('field-sizing-content max-h-40 min-h-10 resize-none', className)}
    />
  )
}
