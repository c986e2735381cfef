import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

interface BackLinkProps {
  to: '/clients' | '/flows' | '/flows/templates' | '/runs' | '/webhooks'
  children: ReactNode
}

/** The way back, above the title of a page. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link
      to={to}
      className="mb-3 inline-flex items-center gap-1.5 rounded text-sm text-ink-soft hover:text-ink"
    >
      <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden />
      {children}
    </Link>
  )
}
