import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Phone, PhoneOff, Video } from 'lucide-react'
import { type FormEvent, useId } from 'react'
import { api, queries } from '../../app/api.ts'
import { useChange } from '../../app/use-change.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { BlockedCard } from './blocked.tsx'
import { useCallsText } from './calls-text.ts'

type Call = Awaited<ReturnType<typeof api.calls.list>>['calls'][number]
type Settings = Awaited<ReturnType<typeof api.calls.getSettings>>

const MAX_MESSAGE_CHARS = 4_096

function SettingsForm({ clientId, settings }: { clientId: string; settings: Settings }) {
  const { settings: text } = useCallsText()
  const { shell } = useText()
  const refuse = useId()
  const change = useChange(queries.calls.key(), () => {})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const message = String(form.get('message')).trim() || null
    const refuseAll = form.get('refuse') !== null
    change.mutate({ act: () => api.calls.updateSettings({ clientId, refuseAll, message }), done: text.saved })
  }
  return (
    <form onSubmit={submit} className="space-y-5">
      <div className="flex items-center gap-2.5">
        <input
          id={refuse}
          name="refuse"
          type="checkbox"
          defaultChecked={settings.refuseAll}
          className="size-4 accent-accent"
        />
        <label htmlFor={refuse} className="font-medium">
          {text.refuseAll}
        </label>
      </div>
      <Field label={text.message} hint={text.messageHint}>
        {(control) => (
          <TextArea
            {...control}
            name="message"
            rows={2}
            maxLength={MAX_MESSAGE_CHARS}
            defaultValue={settings.message ?? ''}
          />
        )}
      </Field>
      <div className="flex justify-end">
        <Button right="manage" type="submit" busy={change.isPending}>
          {shell.save}
        </Button>
      </div>
    </form>
  )
}

function SettingsCard({ clientId }: { clientId: string }) {
  const { settings: text } = useCallsText()
  const settings = useQuery(queries.calls.getSettings.queryOptions({ input: { clientId } }))
  const body = () => {
    if (settings.data)
      return <SettingsForm key={JSON.stringify(settings.data)} clientId={clientId} settings={settings.data} />
    if (settings.isError) return <ErrorState error={settings.error} onRetry={() => void settings.refetch()} />
    return <LoadingRows rows={2} />
  }
  return (
    <SectionCard title={text.title} description={text.about}>
      {body()}
    </SectionCard>
  )
}

const TONES = { ringing: 'good', answered: 'neutral', refused: 'neutral', missed: 'warn' } as const

function CallRow({ clientId, call }: { clientId: string; call: Call }) {
  const readable = useReadable()
  const text = useCallsText()
  const dates = useDates()
  const change = useChange(queries.calls.key(), () => {})
  const { callId, isVideo, state } = call
  const refuse = () =>
    change.mutate({ act: () => api.calls.reject({ clientId, callId }), done: text.list.refused })
  const Icon = isVideo ? Video : Phone
  const began = (
    <time dateTime={call.beganAt} title={dates.exact(call.beganAt)}>
      {dates.ago(call.beganAt)}
    </time>
  )
  return (
    <tr>
      <Cell className="max-w-40 sm:max-w-64">
        <span className="flex items-center gap-2">
          <Icon
            aria-label={isVideo ? text.kinds.video : text.kinds.call}
            className="size-4 shrink-0 text-ink-soft"
          />
          <span className="truncate font-medium">{call.callerName ?? readable(call.callerJid)}</span>
        </span>
        <span className="text-[0.8125rem] text-ink-soft sm:hidden">{began}</span>
      </Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={TONES[state]}>{text.states[state]}</Badge>
          {call.messageId !== null && <span className="text-ink-soft">{text.list.messaged}</span>}
          {state === 'ringing' && (
            <Button right="talk" size="small" onClick={refuse} busy={change.isPending}>
              <PhoneOff aria-hidden />
              {text.list.refuse}
            </Button>
          )}
        </span>
      </Cell>
      <Cell className="hidden whitespace-nowrap text-ink-soft sm:table-cell">{began}</Cell>
    </tr>
  )
}

function CallsCard({ clientId }: { clientId: string }) {
  const { list: text } = useCallsText()
  const calls = useInfiniteQuery(
    queries.calls.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ clientId, ...(cursor && { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  const rows = calls.data?.pages.flatMap((page) => page.calls) ?? []
  const body = () => {
    if (calls.isError) return <ErrorState error={calls.error} onRetry={() => void calls.refetch()} />
    if (!calls.data) return <LoadingRows rows={3} />
    if (rows.length === 0)
      return (
        <EmptyState icon={Phone} title={text.none}>
          {text.noneAbout}
        </EmptyState>
      )
    return (
      <Table
        label={text.title}
        columns={[
          { name: text.who },
          { name: text.what },
          { name: text.when, className: 'hidden sm:table-cell' },
        ]}
      >
        {rows.map((call) => (
          <CallRow key={call.callId} clientId={clientId} call={call} />
        ))}
      </Table>
    )
  }
  return (
    <SectionCard title={text.title}>
      {body()}
      <MoreButton pages={calls} label={text.more} className="flex justify-center p-4" />
    </SectionCard>
  )
}

/** Calls to a number: what came, and what is done with those that come. */
export function CallsTab({ clientId }: { clientId: string }) {
  return (
    <div className="space-y-6">
      <SettingsCard clientId={clientId} />
      <CallsCard clientId={clientId} />
      <BlockedCard clientId={clientId} />
    </div>
  )
}
