import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { SignInError, sessionQuery, signIn, signUp, startInfoQuery } from '../../app/session.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'

const MIN_PASSWORD_CHARS = 8

/** What an answer to signing in means, in the present language. */
export function useSignInErrorText(): (error: unknown) => string {
  const { users, errors } = useText()
  return (error) => {
    if (!(error instanceof SignInError)) return `${errors.offline}. ${errors.offlineBody}`
    return users.signInErrors[error.code] ?? error.message ?? users.signInFailed
  }
}

/** A password that people choose, or one they have. */
export function PasswordField({ label, isNew }: { label: string; isNew: boolean }) {
  const { users } = useText()
  return (
    <Field label={label} hint={isNew ? users.passwordHint : undefined}>
      {(control) => (
        <Input
          {...control}
          name="password"
          type="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          minLength={isNew ? MIN_PASSWORD_CHARS : undefined}
          required
        />
      )}
    </Field>
  )
}

export function NameField() {
  const { users } = useText()
  return (
    <Field label={users.name}>
      {(control) => <Input {...control} name="name" autoComplete="name" required maxLength={120} />}
    </Field>
  )
}

interface AccountFormProps {
  kind: 'sign-in' | 'sign-up'
  action: string
  /** Whose sign-in is expected. */
  email?: string | undefined
  /** The session is there. */
  onEntered: () => unknown
}

/** Signs a person in, or makes their account and signs them in. */
export function AccountForm({ kind, action, email: known, onEntered }: AccountFormProps) {
  const { users } = useText()
  const client = useQueryClient()
  const explain = useSignInErrorText()
  const isNew = kind === 'sign-up'
  const enter = useMutation({
    async mutationFn(form: FormData) {
      const [name, email, password] = ['name', 'email', 'password'].map((field) =>
        String(form.get(field) ?? ''),
      )
      const input = { email: email?.trim() ?? '', password: password ?? '' }
      await (isNew ? signUp({ ...input, name: name?.trim() ?? '' }) : signIn(input))
    },
    async onSuccess() {
      if (isNew) client.removeQueries({ queryKey: startInfoQuery.queryKey })
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      await onEntered()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    enter.mutate(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      {isNew && <NameField />}
      <Field label={users.email}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={known}
            required
          />
        )}
      </Field>
      <PasswordField label={users.password} isNew={isNew} />
      {enter.isError && (
        <p role="alert" className="text-sm text-bad">
          {explain(enter.error)}
        </p>
      )}
      <Button type="submit" busy={enter.isPending} className="w-full">
        {action}
      </Button>
    </form>
  )
}
