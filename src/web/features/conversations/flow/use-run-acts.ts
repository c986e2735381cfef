import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queries } from '../../../app/api.ts'
import { useNotify } from '../../../ui/messages/notify.ts'

interface Act {
  call: () => Promise<unknown>
  /** What is said when it is done. */
  done?: string
}

/** Does something about the flows of a contact. Whether it worked or another was faster, the page looks again. */
export function useRunActs() {
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ call }: Act) => call(),
    onError: notify.failed,
    onSuccess: (_answer, { done }) => {
      if (done !== undefined) notify.done(done)
    },
    onSettled: () =>
      Promise.all(
        [queries.contacts.key(), queries.flows.states.key(), queries.approvals.key()].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
}
