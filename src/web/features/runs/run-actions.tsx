import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, queries } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { isOver, type Run } from './run-data.ts'
import { useRunsText } from './runs-text.ts'

const RESUMABLE: ReadonlySet<Run['state']> = new Set(['handed_off', 'dormant'])

/** A call about a run, then its page again. */
function useRunCall(call: (input: { id: string }) => Promise<unknown>, sentence: string) {
  const cache = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: call,
    onError: notify.failed,
    async onSuccess() {
      notify.done(sentence)
      await cache.invalidateQueries({ queryKey: queries.flows.states.key() })
    },
  })
}

function CancelButton({ run }: { run: Run }) {
  const text = useRunsText()
  const cancel = useRunCall(api.flows.states.cancel, text.cancelled)
  return (
    <ConfirmButton
      right="talk"
      variant="danger"
      question={{ title: text.cancelTitle, description: text.cancelBody, action: text.cancel }}
      busy={cancel.isPending}
      onConfirm={(close) => cancel.mutate({ id: run.id }, { onSettled: close })}
    >
      {text.cancel}
    </ConfirmButton>
  )
}

/** What can be done with a run that has not ended. */
export function RunActions({ run }: { run: Run }) {
  const text = useRunsText()
  const handOff = useRunCall(api.flows.states.pause, text.handedOff)
  const resume = useRunCall(api.flows.states.resume, text.resumed)
  if (isOver(run.state)) return null
  return (
    <>
      {RESUMABLE.has(run.state) ? (
        <Button
          right="talk"
          variant="secondary"
          busy={resume.isPending}
          onClick={() => resume.mutate({ id: run.id })}
        >
          {text.resume}
        </Button>
      ) : (
        <Button
          right="talk"
          variant="secondary"
          busy={handOff.isPending}
          onClick={() => handOff.mutate({ id: run.id })}
        >
          {text.handOff}
        </Button>
      )}
      <CancelButton run={run} />
    </>
  )
}
