import { createLink } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'

function Back({ children, ...link }: ComponentProps<'a'>) {
  return (
    <a
      {...link}
      className="mb-3 inline-flex items-center gap-1.5 rounded text-sm text-ink-soft hover:text-ink"
    >
      <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden />
      {children}
    </a>
  )
}

/** The way back, above the title of a page. */
export const BackLink = createLink(Back)
