import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useTeamText } from './team-text.ts'

/** What the workspace is called, for those who share it. */
export function NameCard({ name }: { name: string }) {
  const text = useTeamText()
  const { shell } = useText()
  const client = useQueryClient()
  const notify = useNotify()
  const rename = useMutation(
    queries.workspaces.update.mutationOptions({
      onError: notify.failed,
      async onSuccess() {
        await client.invalidateQueries({ queryKey: queries.workspaces.key() })
        notify.done(text.changed)
      },
    }),
  )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    rename.mutate({ name: String(new FormData(event.currentTarget).get('name')).trim() })
  }
  return (
    <SectionCard title={text.workspace} description={text.workspaceBody}>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="min-w-56 flex-1">
          <Field label={text.name}>
            {(control) => <Input {...control} name="name" defaultValue={name} required maxLength={120} />}
          </Field>
        </div>
        <Button type="submit" variant="secondary" busy={rename.isPending}>
          {shell.save}
        </Button>
      </form>
    </SectionCard>
  )
}
