import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queries } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useTeamText } from './team-text.ts'

/** Deletes the workspace once its name was written. */
export function DeleteCard({ name }: { name: string }) {
  const text = useTeamText()
  const notify = useNotify()
  const [written, setWritten] = useState('')
  const remove = useMutation(
    queries.workspaces.delete.mutationOptions({
      onError: notify.failed,
      onSuccess: () => location.assign('/'),
    }),
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    remove.mutate({ name: written })
  }
  return (
    <SectionCard title={text.deleteTitle} description={text.deleteBody(name)}>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <Field label={text.writeName}>
            {(control) => (
              <Input
                {...control}
                value={written}
                onChange={(event) => setWritten(event.currentTarget.value)}
                autoComplete="off"
              />
            )}
          </Field>
        </div>
        <Button type="submit" variant="danger" busy={remove.isPending} disabled={written !== name}>
          {text.deleteAction}
        </Button>
      </form>
    </SectionCard>
  )
}
