import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): Promise<unknown>
}

type Look = Pick<ComponentProps<typeof Button>, 'size' | 'variant'>

/** Fetches the next page of a list; nothing where there is none. */
export function MoreButton({
  pages,
  label,
  className,
  variant = 'secondary',
  ...look
}: Look & { pages: Pages; label: string; className: string }) {
  if (!pages.hasNextPage) return null
  return (
    <div className={className}>
      <Button
        {...look}
        variant={variant}
        busy={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >
        {label}
      </Button>
    </div>
  )
}
