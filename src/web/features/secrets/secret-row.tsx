import { Link } from '@tanstack/react-router'
import { Globe, PlugZap, RefreshCw, Settings2, Trash2 } from 'lucide-react'
import { useDates } from '../../i18n/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { MenuItem, MenuSeparator, MoreMenu } from '../../ui/menu.tsx'
import { Cell } from '../../ui/table.tsx'
import { ConnectionCell } from './connections/connection-cell.tsx'
import { type Secret, useCheckConnection } from './secret-data.ts'
import { useSecretsText } from './secrets-text.ts'

export type Change = 'value' | 'settings' | 'hosts' | 'removal'

interface SecretRowProps {
  secret: Secret
  onChange: (change: Change) => void
}

/** Where it may go; one that goes anywhere is pointed out, with the way to end that. */
function Hosts({ secret: { name, hosts }, onChange }: SecretRowProps) {
  const text = useSecretsText()
  if (hosts) {
    return (
      <ul className="font-mono text-[0.8125rem] break-all">
        {hosts.map((host) => (
          <li key={host}>{host}</li>
        ))}
      </ul>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone="warn" dot="still">
        {text.anywhere}
      </Badge>
      <Button
        right="manage"
        size="small"
        variant="secondary"
        aria-label={text.setHostsOf(name)}
        onClick={() => onChange('hosts')}
      >
        {text.setHosts}
      </Button>
    </div>
  )
}

function Uses({ flows }: Pick<Secret, 'flows'>) {
  const text = useSecretsText()
  if (!flows || flows.length === 0) return <span className="text-ink-soft">{text.unused}</span>
  return (
    <ul>
      {flows.map(({ id, name }) => (
        <li key={id} className="break-words">
          <Link
            to="/flows/$flowId/edit"
            params={{ flowId: id }}
            className="rounded hover:text-accent hover:underline"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function ConnectionItems({ secret: { name, connection }, onChange }: SecretRowProps) {
  const { connection: text } = useSecretsText()
  const check = useCheckConnection()
  return (
    <>
      {connection?.kind !== 'smtp' && (
        <MenuItem right="manage" onSelect={() => check.mutate({ name })}>
          <PlugZap aria-hidden />
          {text.check}
        </MenuItem>
      )}
      <MenuItem right="manage" onSelect={() => onChange('settings')}>
        <Settings2 aria-hidden />
        {text.changeSettings}
      </MenuItem>
    </>
  )
}

export function SecretRow({ secret, onChange }: SecretRowProps) {
  const text = useSecretsText()
  const dates = useDates()
  const { name, updatedAt, connection } = secret
  return (
    <tr>
      <Cell className="max-w-40 sm:max-w-64">
        <p className="font-medium break-all">{name}</p>
        <p className="hidden font-mono text-xs break-all text-ink-soft sm:block">{`{{ secrets.${name} }}`}</p>
        {connection && <ConnectionCell name={name} connection={connection} />}
      </Cell>
      <Cell>
        <Hosts secret={secret} onChange={onChange} />
      </Cell>
      <Cell className="hidden md:table-cell">
        <Uses flows={secret.flows} />
      </Cell>
      <Cell className="hidden text-ink-soft sm:table-cell">
        <time dateTime={updatedAt} title={dates.exact(updatedAt)}>
          {dates.ago(updatedAt)}
        </time>
      </Cell>
      <Cell className="text-end">
        <MoreMenu label={text.actionsFor(name)}>
          {connection ? (
            <ConnectionItems secret={secret} onChange={onChange} />
          ) : (
            <MenuItem right="manage" onSelect={() => onChange('value')}>
              <RefreshCw aria-hidden />
              {text.replaceValue}
            </MenuItem>
          )}
          {connection?.kind !== 'smtp' && (
            <MenuItem right="manage" onSelect={() => onChange('hosts')}>
              <Globe aria-hidden />
              {text.changeHosts}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem right="manage" tone="danger" onSelect={() => onChange('removal')}>
            <Trash2 aria-hidden />
            {text.remove}
          </MenuItem>
        </MoreMenu>
      </Cell>
    </tr>
  )
}
