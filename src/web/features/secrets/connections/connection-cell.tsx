import { useMutation } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { queries } from '../../../app/api.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import type { Secret } from '../secret-data.ts'
import { useSecretsText } from '../secrets-text.ts'

export type Connection = NonNullable<Secret['connection']>

const TONES = {
  not_connected: 'warn',
  connected: 'good',
  failing: 'warn',
  refused: 'bad',
  ended: 'bad',
} as const

/** Sends the person to the other system, which sends them back to the page of the callback. */
function Connect({ name, isAgain }: { name: string; isAgain: boolean }) {
  const { connection: text } = useSecretsText()
  const notify = useNotify()
  const begin = useMutation(
    queries.secrets.connections.begin.mutationOptions({
      onError: notify.failed,
      onSuccess: ({ url }) => window.location.assign(url),
    }),
  )
  return (
    <Button
      right="manage"
      size="small"
      variant={isAgain ? 'primary' : 'secondary'}
      aria-label={text.connectOf(name)}
      busy={begin.isPending}
      onClick={() => begin.mutate({ name })}
    >
      <Link2 aria-hidden />
      {isAgain ? text.connectAgain : text.connect}
    </Button>
  )
}

/** Whether a connection gets its tokens, and what to do where it does not. */
export function ConnectionCell({ name, connection }: { name: string; connection: Connection }) {
  const { connection: text } = useSecretsText()
  const { kind, state, error, account, server } = connection
  const lacksConsent = kind === 'oauth2_code' && state !== 'connected' && state !== 'failing'
  return (
    <div className="mt-1.5 space-y-1.5">
      {kind !== 'smtp' && (
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone={TONES[state]} dot="still">
            {text.states[state]}
          </Badge>
          {error !== null && <span className="font-mono text-xs text-ink-soft">{error}</span>}
          {lacksConsent && <Connect name={name} isAgain={state !== 'not_connected'} />}
        </div>
      )}
      <p className="hidden text-xs break-all text-ink-soft sm:block">{text.of(account, server)}</p>
    </div>
  )
}
