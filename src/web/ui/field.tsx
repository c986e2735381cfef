import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

const CONTROL =
  'w-full rounded-lg border border-line-strong/60 bg-surface px-3 text-[0.9375rem] text-ink shadow-soft transition-colors placeholder:text-ink-soft/80 hover:border-line-strong focus-visible:border-accent focus-visible:outline-2 focus-visible:outline-offset-0 disabled:opacity-60 aria-invalid:border-bad'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={classes(CONTROL, 'h-10', className)} {...props} />
}

export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={classes(CONTROL, 'min-h-32 py-2', className)} {...props} />
}

/** The browser's own, which `styles.css` dresses where browsers let it. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select className={classes(CONTROL, 'select h-10 overflow-hidden pe-2', className)} {...props} />
}

interface FieldProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** Gets what ties the control to its label, hint and error. */
  children: (control: {
    id: string
    'aria-describedby': string | undefined
    'aria-invalid': boolean
  }) => ReactNode
}

/** A label, its control, and beneath it a hint or what is wrong. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}-note`
  const note = error ?? hint
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': note ? noteId : undefined, 'aria-invalid': error !== undefined })}
      {note && (
        <p id={noteId} className={classes('mt-1.5 text-[0.8125rem]', error ? 'text-bad' : 'text-ink-soft')}>
          {note}
        </p>
      )}
    </div>
  )
}
