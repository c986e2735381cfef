import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { Dialog, DialogActions, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { type MemberResult, readNumbers } from './group-data.ts'
import { useGroupsText } from './groups-text.ts'

interface Asked {
  subject: string
  members: string[]
}

interface PeopleDialogProps {
  title: string
  body?: string
  action: string
  /** Whether it is asked what the group is called. */
  hasSubject: boolean
  /** Does it, and answers what became of each person. */
  act: (asked: Asked) => Promise<readonly MemberResult[]>
  done: (asked: Asked) => string
  onClose: () => void
}

/** Asks for people, and says of whom it could not be done. */
export function PeopleDialog({ title, body, action, hasSubject, act, done, onClose }: PeopleDialogProps) {
  const readable = useReadable()
  const text = useGroupsText()
  const notify = useNotify()
  const cache = useQueryClient()
  const [failed, setFailed] = useState<readonly MemberResult[]>([])
  const change = useMutation({
    mutationFn: act,
    onError: notify.failed,
    async onSuccess(results, asked) {
      await cache.invalidateQueries({ queryKey: queries.groups.key() })
      const left = results.filter(({ state }) => state !== 'done')
      setFailed(left)
      if (left.length < results.length || results.length === 0) notify.done(done(asked))
      if (left.length === 0) onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const members = readNumbers(String(form.get('people')))
    if (members.length > 0) change.mutate({ subject: String(form.get('subject') ?? ''), members })
  }
  if (failed.length > 0) {
    return (
      <Dialog open onOpenChange={onClose} title={title}>
        <p className="text-sm">{text.notDone}</p>
        <ul className="mt-2 space-y-1 text-sm">
          {failed.map(({ jid, state }) => (
            <li key={jid}>
              <span className="font-medium tabular-nums">{readable(jid)}</span>{' '}
              {state !== 'done' && text.outcomes[state]}
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button onClick={onClose}>{text.understood}</Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={title} description={body}>
      <form onSubmit={submit} className="space-y-4">
        {hasSubject && (
          <Field label={text.create.subject}>
            {(control) => <Input {...control} name="subject" required maxLength={100} autoComplete="off" />}
          </Field>
        )}
        <Field label={text.people} hint={text.peopleHint}>
          {(control) => <TextArea {...control} name="people" required rows={3} />}
        </Field>
        <FormActions busy={change.isPending} action={action} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
