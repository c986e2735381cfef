import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, queries } from '../../../app/api.ts'
import { Field, TextArea } from '../../../ui/field.tsx'
import { ConfirmDialog } from '../../../ui/messages/confirm-dialog.tsx'
import { Dialog, FormActions } from '../../../ui/messages/dialog.tsx'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { newId } from '../thread/compose/composing.ts'
import { quote, useFlowDeskText, useStepName } from './flow-text.ts'
import type { RunDialog } from './run-menu.tsx'
import { StepChoice } from './step-choice.tsx'
import { useRunActs } from './use-run-acts.ts'

interface RunDialogProps extends Omit<RunDialog, 'ask'> {
  onClose: () => void
}

function AnswerDialog({ run, onClose }: Omit<RunDialogProps, 'isPaused'>) {
  const { answer: text } = useFlowDeskText()
  const nameStep = useStepName()
  const [words, setWords] = useState('')
  const [key] = useState(newId)
  const { mutate, isPending } = useRunActs()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const call = () => api.flows.states.resume({ id: run.id, text: words, idempotencyKey: key })
    if (words.trim()) mutate({ call }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={text.title}
      description={text.body(quote(run.step ? nameStep(run.step) : run.flowName))}
    >
      <form onSubmit={submit}>
        <Field label={text.label}>
          {(control) => (
            <TextArea
              {...control}
              dir="auto"
              autoFocus
              rows={2}
              maxLength={4_096}
              value={words}
              onChange={({ target }) => setWords(target.value)}
              className="min-h-16"
            />
          )}
        </Field>
        <FormActions action={text.action} busy={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Where a run goes on, of the version it is on. */
function StepDialog({ run, isPaused, onClose }: RunDialogProps) {
  const { resume: text, start } = useFlowDeskText()
  const [chosen, setChosen] = useState<string | null>(null)
  const [key] = useState(newId)
  const { data, isPending, isError, error, refetch } = useQuery(
    queries.flows.states.steps.queryOptions({ input: { id: run.id }, staleTime: 0 }),
  )
  const acts = useRunActs()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen === null) return
    const call = () =>
      api.flows.states.resume({ id: run.id, nodeId: chosen, idempotencyKey: `${key} ${chosen}` })
    acts.mutate({ call, done: text.done }, { onSuccess: onClose })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.title} description={text.body(quote(run.flowName))}>
      {isPending && <LoadingRows rows={3} />}
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <form onSubmit={submit}>
          {data.versionNumber !== null && (
            <p className="mb-2 text-[0.8125rem] text-ink-soft">{text.version(data.versionNumber)}</p>
          )}
          <StepChoice steps={data.steps} here={data.nodeId} chosen={chosen} onChoose={setChosen} />
          {isPaused && <p className="mt-3 text-sm text-ink-soft">{start.endsPause}</p>}
          <FormActions action={text.action} busy={acts.isPending} onCancel={onClose} />
        </form>
      )}
    </Dialog>
  )
}

function EndDialog({ run, onClose }: Omit<RunDialogProps, 'isPaused'>) {
  const { ended: text } = useFlowDeskText()
  const { mutate, isPending } = useRunActs()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={text.title}
      description={text.body(quote(run.flowName))}
      action={text.action}
      busy={isPending}
      onConfirm={() =>
        mutate({ call: () => api.flows.states.cancel({ id: run.id }) }, { onSettled: onClose })
      }
    />
  )
}

/** What is asked before something is done with a run. */
export function RunDialogs({ dialog, onClose }: { dialog: RunDialog; onClose: () => void }) {
  const { ask, run, isPaused } = dialog
  if (ask === 'answer') return <AnswerDialog run={run} onClose={onClose} />
  if (ask === 'step') return <StepDialog run={run} isPaused={isPaused} onClose={onClose} />
  return <EndDialog run={run} onClose={onClose} />
}
