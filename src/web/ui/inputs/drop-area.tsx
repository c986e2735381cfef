import { type DragEvent, type ReactNode, useState } from 'react'
import { classes } from '../classes.ts'

interface DropAreaProps {
  /** At least one, as they were dropped. */
  onFiles: (files: FileList) => void
  className: string
  children: ReactNode
}

/** A place to drop files on. What is dropped without a file is left to the browser. A button in it has to do the same. */
export function DropArea({ onFiles, className, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    onFiles(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; a button in it does the same
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classes(
        'rounded-xl border border-dashed',
        className,
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong/60',
      )}
    >
      {children}
    </div>
  )
}
