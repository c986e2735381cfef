import { CircleAlert, type LucideIcon, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { toFailure } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { useFailureSentence } from '../../i18n/service-sentence.ts'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  action?: ReactNode
}

/** What stands where there is nothing yet: why, and what to do. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-2xl bg-accent-soft text-accent">
        <Icon className="size-6" strokeWidth={1.75} aria-hidden />
      </span>
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="mt-1 max-w-md text-sm text-pretty text-ink-soft">{children}</p>
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}

/** What went wrong in the words of the catalogue, with the service's own sentence beneath. */
export function useFailureText(error: unknown): { title: string; body: string } {
  const text = useText()
  const toSentence = useFailureSentence()
  const failure = toFailure(error)
  const { code, data } = failure
  if (code === 'OFFLINE') return { title: text.errors.offline, body: text.errors.offlineBody }
  const title = text.errors.codes[code] ?? text.errors.title
  if (code !== 'INTERNAL_SERVER_ERROR') return { title, body: toSentence(failure) }
  const { requestId = '' } = (data ?? {}) as { requestId?: string }
  return { title, body: `${text.errors.unexpected} ${requestId}` }
}

export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useText()
  const { title, body } = useFailureText(error)
  const Icon = toFailure(error).code === 'OFFLINE' ? WifiOff : CircleAlert
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-14 text-center">
      <Icon className="mb-3 size-7 text-bad" strokeWidth={1.75} aria-hidden />
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="mt-1 max-w-md text-sm text-pretty text-ink-soft">{body}</p>
      <Button variant="secondary" className="mt-5" onClick={onRetry}>
        {text.shell.retry}
      </Button>
    </div>
  )
}

/** A quiet bar where text will stand. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-md bg-sunken', className)} />
}

/** Rows that are on their way; says so to screen readers. */
export function LoadingRows({ rows = 4 }: { rows?: number }) {
  const text = useText()
  return (
    <div role="status" className="space-y-4 p-6">
      <span className="sr-only">{text.shell.loading}</span>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <div key={row} className="flex items-center gap-4">
          <Skeleton className="size-9 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </div>
          <Skeleton className="h-5 w-24 rounded-full" />
        </div>
      ))}
    </div>
  )
}
