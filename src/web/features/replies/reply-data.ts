import { useQuery } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { useChange } from '../../app/use-change.ts'

export const useReplies = () => useQuery(queries.replies.list.queryOptions({ input: {}, staleTime: 60_000 }))

/** Does something to canned replies; tells `done` and calls `onDone` when it is done. */
export const useReplyChange = (onDone: () => void) => useChange(queries.replies.key(), onDone)
