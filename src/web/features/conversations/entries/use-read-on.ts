import { useEffect } from 'react'

interface Pages {
  hasNextPage: boolean
  isFetching: boolean
  fetchNextPage(): Promise<unknown>
}

/** Reads pages of what was done until they reach back to `from`, in milliseconds; `oldestAt` is the oldest that was read, if any. */
export function useReadOn(
  { hasNextPage, isFetching, fetchNextPage }: Pages,
  oldestAt: string | undefined,
  from: number,
): void {
  const isShort = hasNextPage && !isFetching && oldestAt !== undefined && Date.parse(oldestAt) >= from
  useEffect(() => {
    if (isShort) void fetchNextPage()
  }, [isShort, fetchNextPage])
}
