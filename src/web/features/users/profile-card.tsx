import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { changeName, sessionQuery } from '../../app/session.ts'
import { useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'

export function ProfileCard() {
  const { users, shell } = useText()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const client = useQueryClient()
  const notify = useNotify()
  const save = useMutation({
    mutationFn: changeName,
    onError: notify.failed,
    async onSuccess() {
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      notify.done(shell.saved)
    },
  })
  if (!session) return null
  const { name, email, role, plan } = session.user
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    save.mutate(String(new FormData(event.currentTarget).get('name')).trim())
  }
  return (
    <SectionCard
      title={users.profile}
      description={users.profileBody}
      action={
        <div className="flex gap-2">
          <Badge>{users.roles[role]}</Badge>
          <Badge tone={plan === 'pro' ? 'good' : 'neutral'}>{users.plans[plan]}</Badge>
        </div>
      }
    >
      <form onSubmit={submit} className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <Field label={users.name}>
          {(control) => (
            <Input
              {...control}
              name="name"
              defaultValue={name}
              required
              maxLength={120}
              autoComplete="name"
            />
          )}
        </Field>
        <Field label={users.email}>
          {(control) => <Input {...control} value={email} readOnly disabled />}
        </Field>
        <Button type="submit" variant="secondary" busy={save.isPending}>
          {shell.save}
        </Button>
      </form>
    </SectionCard>
  )
}
