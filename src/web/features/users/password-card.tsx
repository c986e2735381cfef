import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import { queries } from '../../app/api.ts'
import { changePassword, sessionQuery } from '../../app/session.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useSignInErrorText } from './account-form.tsx'

export function PasswordCard() {
  const { users } = useText()
  const client = useQueryClient()
  const notify = useNotify()
  const explain = useSignInErrorText()
  const form = useRef<HTMLFormElement>(null)
  const change = useMutation({
    mutationFn: changePassword,
    async onSuccess() {
      form.current?.reset()
      notify.done(users.passwordChanged)
      await client.invalidateQueries({ queryKey: queries.sessions.key() })
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    change.mutate({ currentPassword: String(data.get('present')), newPassword: String(data.get('new')) })
  }
  return (
    <SectionCard title={users.changePassword} description={users.changePasswordBody}>
      <form ref={form} onSubmit={submit} className="grid items-start gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <Field label={users.presentPassword} error={change.isError ? explain(change.error) : undefined}>
          {(control) => (
            <Input {...control} name="present" type="password" autoComplete="current-password" required />
          )}
        </Field>
        <Field label={users.newPassword} hint={users.passwordHint}>
          {(control) => (
            <Input
              {...control}
              name="new"
              type="password"
              autoComplete="new-password"
              minLength={8}
              maxLength={128}
              required
            />
          )}
        </Field>
        <Button type="submit" variant="secondary" busy={change.isPending} className="sm:mt-[1.8rem]">
          {users.changePasswordAction}
        </Button>
      </form>
    </SectionCard>
  )
}
