import { useQueryClient } from '@tanstack/react-query'
import { useNotify } from '../ui/messages/notify.ts'
import { queries } from './api.ts'

/**
 * How a change of something with a name ends: its list is read again, then `done` is shown and `onDone` called. What was
 * refused is shown instead.
 */
export function useEndOfChange(
  list: 'models' | 'secrets',
  done: (name: string) => string,
  onDone: () => void,
) {
  const cache = useQueryClient()
  const notify = useNotify()
  return {
    onError: notify.failed,
    async onSuccess(_answer: unknown, { name }: { name: string }) {
      await cache.invalidateQueries({ queryKey: queries[list].key() })
      notify.done(done(name))
      onDone()
    },
  }
}
