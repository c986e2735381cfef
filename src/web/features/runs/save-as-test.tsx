import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { BookmarkPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Dialog, DialogActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import type { Run } from './run-data.ts'
import { useRunsText } from './runs-text.ts'

const MASKED = ['names', 'phones', 'emails'] as const
/** As many conversations as a test holds. */
const MOST_RUNS = 20

interface SaveAsTestProps {
  run: Pick<Run, 'id' | 'flowId'>
  size?: 'small'
}

/** Saves the run with the contact, as it was had, as a test of its flow, and opens the flow's tests. */
export function SaveAsTest({ run, size }: SaveAsTestProps) {
  const text = useRunsText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" {...(size && { size })} onClick={() => setOpen(true)}>
        <BookmarkPlus aria-hidden />
        {text.saveAsTest}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={text.saveAsTest} description={text.saveAsTestBody}>
        <SaveForm run={run} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** Conversations of the same contact with the flow before this one, newest first. */
function useEarlierRuns({ id, flowId }: SaveAsTestProps['run']) {
  const { data: run } = useQuery(queries.flows.states.get.queryOptions({ input: { id } }))
  const { data } = useQuery(
    queries.flows.states.list.queryOptions({
      input: run
        ? { flowId, clientId: run.clientId, contactJid: run.contactJid, limit: MOST_RUNS }
        : skipToken,
    }),
  )
  return (data?.states ?? []).filter(({ createdAt }) => run !== undefined && createdAt < run.createdAt)
}

function SaveForm({ run, onClose }: SaveAsTestProps & { onClose: () => void }) {
  const { id: flowStateId, flowId } = run
  const text = useRunsText()
  const dates = useDates()
  const earlier = useEarlierRuns(run)
  const { shell } = useText()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const notify = useNotify()
  const record = useMutation(
    queries.flows.testCases.record.mutationOptions({
      onError: notify.failed,
      async onSuccess({ endsBefore }) {
        if (endsBefore === null) notify.done(text.savedAsTest)
        else notify.warn(text.savedAsTest, text.savedInPart)
        await cache.invalidateQueries({ queryKey: queries.flows.testCases.key() })
        await navigate({ to: '/flows/$flowId/edit', params: { flowId }, search: { show: 'tests' } })
      },
    }),
  )
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const from = String(form.get('from') ?? '')
    const [names, phones, emails] = MASKED.map((kind) => form.has(kind))
    record.mutate({
      id: flowId,
      flowStateId,
      ...(from === '' ? {} : { fromFlowStateId: from }),
      title: String(form.get('title')),
      mask: { names: names === true, phones: phones === true, emails: emails === true },
    })
  }
  return (
    <form onSubmit={save} className="space-y-4">
      <Field label={text.testName}>
        {(control) => <Input {...control} name="title" required maxLength={120} />}
      </Field>
      {earlier.length > 0 && (
        <Field label={text.testBegins} hint={text.testBeginsHint}>
          {(control) => (
            <Select {...control} name="from" defaultValue="">
              <option value="">{text.onlyThisRun}</option>
              {earlier.map(({ id, createdAt }) => (
                <option key={id} value={id}>
                  {dates.exact(createdAt)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <fieldset className="space-y-2">
        <legend className="mb-2 text-sm font-medium">{text.masked}</legend>
        {MASKED.map((kind) => (
          <label key={kind} className="flex items-start gap-2.5 text-sm">
            <input type="checkbox" name={kind} defaultChecked className="mt-0.5 size-4.5 accent-accent" />
            {text.maskedKinds[kind]}
          </label>
        ))}
        <p className="text-[0.8125rem] text-ink-soft">{text.maskedHint}</p>
      </fieldset>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {shell.cancel}
        </Button>
        <Button type="submit" busy={record.isPending}>
          {shell.save}
        </Button>
      </DialogActions>
    </form>
  )
}
