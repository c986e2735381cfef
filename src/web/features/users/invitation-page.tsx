import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useRouter } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { queries } from '../../app/api.ts'
import { acceptInvitation, SignInError, sessionQuery, showInvitation } from '../../app/session.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Entrance } from '../../shell/entrance.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { useTeamText } from '../team/team-text.ts'
import { NameField, PasswordField, useSignInErrorText } from './account-form.tsx'

/** Makes the account an invitation is for, and goes in with it. */
function InvitedForm({ token, email }: { token: string; email: string }) {
  const { users } = useText()
  const client = useQueryClient()
  const router = useRouter()
  const explain = useSignInErrorText()
  const accept = useMutation({
    mutationFn: (form: FormData) =>
      acceptInvitation({
        token,
        name: String(form.get('name')).trim(),
        password: String(form.get('password')),
      }),
    async onSuccess() {
      // Whoever was signed in here before is somebody else.
      client.clear()
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      await router.navigate({ to: '/clients', replace: true })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    accept.mutate(new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      {/* Password managers keep the new password under this. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <NameField />
      <PasswordField label={users.password} isNew />
      {accept.isError && (
        <p role="alert" className="text-sm text-bad">
          {explain(accept.error)}
        </p>
      )}
      <Button type="submit" busy={accept.isPending} className="w-full">
        {users.signUpAction}
      </Button>
    </form>
  )
}

interface JoinProps {
  token: string
  email: string
  /** Who is signed in in this browser. */
  signedIn: string | undefined
}

/** Brings somebody who has an account into the workspace they were invited to. */
function Join({ token, email, signedIn }: JoinProps) {
  const team = useTeamText()
  const { users } = useText()
  const notify = useNotify()
  const join = useMutation(
    queries.workspaces.join.mutationOptions({
      onError: notify.failed,
      // Loaded anew: the session works in another workspace now.
      onSuccess: () => location.assign('/'),
    }),
  )
  if (signedIn !== email)
    return (
      <div className="space-y-4">
        <p className="text-sm">{team.joinSignIn(email)}</p>
        <Button asChild variant="secondary" className="w-full">
          <a href="/sign-in" target="_blank" rel="noreferrer">
            {users.signInAction}
          </a>
        </Button>
      </div>
    )
  return (
    <Button busy={join.isPending} className="w-full" onClick={() => join.mutate({ token })}>
      {team.join}
    </Button>
  )
}

function InvitationOver() {
  const { users } = useText()
  return (
    <Entrance title={users.invitationOver} intro={users.invitationOverBody}>
      <div className="text-center">
        <Button asChild variant="secondary">
          <Link to="/sign-in">{users.toSignIn}</Link>
        </Button>
      </div>
    </Entrance>
  )
}

/** Where the link of an invitation leads. What it carries stands behind the #, so no server's log has it. */
export function InvitationPage() {
  const team = useTeamText()
  const { users } = useText()
  const dates = useDates()
  const token = useLocation({ select: ({ hash }) => hash })
  const { data: session } = useQuery(sessionQuery)
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => showInvitation(token),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data, error } = invitation
  if (error instanceof SignInError && error.code === 'INVITATION_OVER') return <InvitationOver />
  return (
    <Entrance
      title={data?.workspace ? team.joinTitle(data.workspace) : users.invitationTitle}
      intro={
        data &&
        (data.hasAccount
          ? team.joinBody(data.invitedBy, data.email)
          : users.invitationBody(data.invitedBy, data.email, dates.date(data.expiresAt)))
      }
    >
      {session && data && !data.hasAccount && (
        <p role="status" className="mb-4 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn">
          {users.invitedWhileSignedIn(session.user.email)}
        </p>
      )}
      <Card className={data ? 'p-6' : ''}>
        {invitation.isPending && <LoadingRows rows={2} />}
        {error && <ErrorState error={error} onRetry={() => void invitation.refetch()} />}
        {data && !data.hasAccount && <InvitedForm token={token} email={data.email} />}
        {data?.hasAccount && <Join token={token} email={data.email} signedIn={session?.user.email} />}
      </Card>
    </Entrance>
  )
}
