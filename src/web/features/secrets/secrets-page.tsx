import { getRouteApi } from '@tanstack/react-router'
import { LockKeyhole, Plus, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { HostsDialog, RemoveSecretDialog, ReplaceValueDialog } from './change-dialogs.tsx'
import { ConnectionDialog } from './connections/connection-dialog.tsx'
import { CreateSecretDialog } from './create-secret-dialog.tsx'
import { type Secret, useSecrets } from './secret-data.ts'
import { type Change, SecretRow } from './secret-row.tsx'
import { useSecretsText } from './secrets-text.ts'

const route = getRouteApi('/app/secrets')

/** What is open: a new secret, or a change of one. */
type Opened = { change: 'creation' } | { change: Change; name: string }

interface OpenDialogProps {
  opened: Opened
  secrets: readonly Secret[]
  asked: { name?: string; host?: string }
  onClose: () => void
}

function OpenDialog({ opened, secrets, asked, onClose }: OpenDialogProps) {
  if (opened.change === 'creation') {
    const taken = secrets.map(({ name }) => name)
    return <CreateSecretDialog taken={taken} name={asked.name ?? ''} onClose={onClose} />
  }
  const secret = secrets.find(({ name }) => name === opened.name)
  if (!secret) return null
  switch (opened.change) {
    case 'settings': {
      const { name, connection } = secret
      return connection && <ConnectionDialog name={name} connection={connection} onClose={onClose} />
    }
    case 'value':
      return <ReplaceValueDialog secret={secret} onClose={onClose} />
    case 'hosts':
      return <HostsDialog secret={secret} suggested={asked.host} onClose={onClose} />
    case 'removal':
      return <RemoveSecretDialog secret={secret} onClose={onClose} />
  }
}

/** What a link from a flow asks for: to store the secret it names, or to say where it may go. */
const openAsked = (name: string, secrets: readonly Secret[]): Opened =>
  secrets.some((secret) => secret.name === name) ? { change: 'hosts', name } : { change: 'creation' }

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className="mb-4 flex items-start gap-2.5 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      {children}
    </p>
  )
}

function SecretTable({ secrets }: { secrets: readonly Secret[] }) {
  const text = useSecretsText()
  const asked = route.useSearch()
  const navigate = route.useNavigate()
  const [opened, setOpened] = useState(() =>
    asked.name === undefined ? null : openAsked(asked.name, secrets),
  )
  const close = () => {
    setOpened(null)
    void navigate({ search: {}, replace: true })
  }
  const create = (
    <Button right="manage" onClick={() => setOpened({ change: 'creation' })}>
      <Plus aria-hidden />
      {text.create}
    </Button>
  )
  const loose = secrets.filter(({ hosts }) => hosts === null).length
  const failed = secrets
    .filter(({ connection }) => connection?.state === 'ended' || connection?.state === 'refused')
    .map(({ name }) => name)
  const columns = [
    { name: text.columns.name },
    { name: text.columns.hosts },
    { name: text.columns.flows, className: 'hidden md:table-cell' },
    { name: text.columns.changed, className: 'hidden sm:table-cell' },
    { name: <span className="sr-only">{text.columns.actions}</span> },
  ]
  return (
    <Page title={text.title} intro={text.intro} actions={secrets.length > 0 && create}>
      {failed.length > 0 && <Warning>{text.connection.attention(failed)}</Warning>}
      {loose > 0 && <Warning>{text.loose(loose)}</Warning>}
      <Card>
        {secrets.length === 0 && (
          <EmptyState icon={LockKeyhole} title={text.empty} action={create}>
            {text.emptyBody}
          </EmptyState>
        )}
        {secrets.length > 0 && (
          <Table label={text.title} columns={columns}>
            {secrets.map((secret) => (
              <SecretRow
                key={secret.name}
                secret={secret}
                onChange={(change) => setOpened({ change, name: secret.name })}
              />
            ))}
          </Table>
        )}
      </Card>
      {opened && <OpenDialog opened={opened} secrets={secrets} asked={asked} onClose={close} />}
    </Page>
  )
}

/** The person's secrets: values that calls of flows take along, and where they may go. */
export function SecretsPage() {
  const text = useSecretsText()
  const secrets = useSecrets()
  if (secrets.data) return <SecretTable secrets={secrets.data} />
  return (
    <Page title={text.title} intro={text.intro}>
      <Card>
        {secrets.isPending && <LoadingRows rows={3} />}
        {secrets.isError && <ErrorState error={secrets.error} onRetry={() => void secrets.refetch()} />}
      </Card>
    </Page>
  )
}
