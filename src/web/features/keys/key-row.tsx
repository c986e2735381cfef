import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type api, queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { Cell } from '../../ui/table.tsx'
import { useLimitsLine } from './key-limits.tsx'
import { useKeysText } from './keys-text.ts'

type ApiKey = Awaited<ReturnType<typeof api.keys.list>>[number]

const NEARLY_USED_UP = 0.8

/** How much of the hour's limit is used, as a bar with its numbers. */
function Usage({ apiKey: { usedThisHour, limit } }: { apiKey: ApiKey }) {
  const text = useKeysText()
  const share = Math.min(1, usedThisHour / limit)
  return (
    <div className="w-28">
      <p className="mb-1 text-[0.8125rem] tabular-nums">{text.usage(usedThisHour, limit)}</p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
        <div
          className={classes('h-full rounded-full', share > NEARLY_USED_UP ? 'bg-warn' : 'bg-accent')}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  )
}

interface KeyRowProps {
  apiKey: ApiKey
  /** Whose it is, where it is somebody else's. */
  owner: string | null
}

export function KeyRow({ apiKey, owner }: KeyRowProps) {
  const text = useKeysText()
  const { shell } = useText()
  const dates = useDates()
  const client = useQueryClient()
  const notify = useNotify()
  const { id, name, prefix, lastFour, lastUsedAt, createdAt, revokedAt, scopes, clientIds } = apiKey
  const limits = useLimitsLine(dates.date)(apiKey)
  const isExpired = apiKey.expiresAt !== null && Date.parse(apiKey.expiresAt) <= Date.now()
  const revoke = useMutation(
    queries.keys.revoke.mutationOptions({
      onError: notify.failed,
      async onSuccess() {
        await client.invalidateQueries({ queryKey: queries.keys.key() })
        notify.done(text.revokedToast(name))
      },
    }),
  )
  return (
    <tr className={classes(revokedAt && 'text-ink-soft')}>
      <Cell>
        <p className={classes('font-medium break-words', revokedAt && 'line-through')}>{name}</p>
        <p className="font-mono text-xs text-ink-soft">
          {prefix}…{lastFour}
        </p>
        {owner !== null && <p className="mt-0.5 text-xs text-ink-soft">{text.ownedBy(owner)}</p>}
        {limits && (
          <p
            className="mt-0.5 text-xs text-ink-soft"
            title={[...(scopes ?? []), ...(clientIds ?? [])].join(', ')}
          >
            {limits}
          </p>
        )}
      </Cell>
      <Cell>
        {revokedAt || isExpired ? (
          <Badge tone="bad">{revokedAt ? text.revoked : text.expired}</Badge>
        ) : (
          <Usage apiKey={apiKey} />
        )}
      </Cell>
      <Cell className="hidden text-ink-soft sm:table-cell">
        {lastUsedAt ? <time dateTime={lastUsedAt}>{dates.ago(lastUsedAt)}</time> : shell.never}
      </Cell>
      <Cell className="hidden text-ink-soft md:table-cell">
        <time dateTime={createdAt}>{dates.date(createdAt)}</time>
      </Cell>
      <Cell className="text-end">
        {!revokedAt && (
          <ConfirmButton
            variant="danger"
            size="small"
            aria-label={text.revokeLabel(name)}
            question={{ title: text.revokeTitle(name), description: text.revokeBody, action: text.revoke }}
            busy={revoke.isPending}
            onConfirm={(close) => revoke.mutate({ id }, { onSettled: close })}
          >
            {text.revoke}
          </ConfirmButton>
        )}
      </Cell>
    </tr>
  )
}
