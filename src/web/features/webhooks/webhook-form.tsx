import { EVENT_NAMES } from 'virtual:contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { LIVE_EVENT_NAMES } from '../../../contract/events/live-event-names.ts'
import { queries } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Dialog, DialogActions } from '../../ui/messages/dialog.tsx'
import type { Webhook } from './webhook-data.ts'
import { useWebhooksText } from './webhooks-text.ts'

/** What is told only as it happens is none of all: it is chosen. */
const CHOICES = [...EVENT_NAMES, ...LIVE_EVENT_NAMES] as const

type EventName = (typeof CHOICES)[number]

export interface WebhookInput {
  url: string
  description: string | null
  names: EventName[] | null
  clientId: string | null
}

interface WebhookFormProps {
  /** The one to change; absent, a new one is made. */
  webhook?: Webhook
  busy: boolean
  onSubmit: (input: WebhookInput) => void
  onClose: () => void
}

const isUrl = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text)

function ClientField({ chosen }: { chosen: string | null }) {
  const text = useWebhooksText()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  return (
    <Field label={text.form.client}>
      {(control) => (
        <Select
          {...control}
          key={clients.isSuccess ? 'known' : 'awaited'}
          name="clientId"
          defaultValue={chosen ?? ''}
          disabled={!clients.isSuccess}
        >
          <option value="">{text.allClients}</option>
          {clients.data?.map(({ id, name, phoneNumber }) => (
            <option key={id} value={id}>
              {name ?? phoneNumber ?? id}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

interface EventChoiceProps {
  names: readonly string[] | null
  error: string | undefined
  onChange: (names: EventName[] | null) => void
}

function EventChoice({ names, error, onChange }: EventChoiceProps) {
  const text = useWebhooksText()
  const chosen = new Set(names ?? [])
  const toggle = (name: EventName) =>
    onChange(CHOICES.filter((other) => (other === name ? !chosen.has(name) : chosen.has(other))))
  const box = 'size-4 shrink-0 accent-[var(--accent)]'
  return (
    <fieldset aria-describedby={error ? 'events-note' : undefined}>
      <legend className="mb-1.5 text-sm font-medium">{text.form.events}</legend>
      <label className="flex items-center gap-2.5 py-1 text-sm">
        <input
          type="checkbox"
          className={box}
          checked={names === null}
          onChange={(event) => onChange(event.target.checked ? null : [...EVENT_NAMES])}
        />
        {text.form.allEvents}
      </label>
      {names !== null && (
        <div className="mt-1 grid gap-x-4 rounded-lg border border-line p-3 sm:grid-cols-2">
          {CHOICES.map((name) => (
            <label key={name} className="flex items-center gap-2.5 py-1 text-[0.8125rem]" title={name}>
              <input
                type="checkbox"
                className={box}
                checked={chosen.has(name)}
                onChange={() => toggle(name)}
              />
              {text.names[name] ?? name}
            </label>
          ))}
        </div>
      )}
      {error && (
        <p id="events-note" role="alert" className="mt-1.5 text-[0.8125rem] text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Where events are posted to, and which. */
export function WebhookForm({ webhook, busy, onSubmit, onClose }: WebhookFormProps) {
  const { shell } = useText()
  const { form: text } = useWebhooksText()
  const [names, setNames] = useState<EventName[] | null>((webhook?.names ?? null) as EventName[] | null)
  const [wrong, setWrong] = useState<{ url?: string; names?: string }>({})
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const read = (name: string) => String(form.get(name) ?? '').trim()
    const url = read('url')
    const problems = {
      ...(!isUrl(url) && { url: text.urlWrong }),
      ...(names?.length === 0 && { names: text.noneChosen }),
    }
    setWrong(problems)
    if (Object.keys(problems).length > 0) return
    // While the clients are not known, the choice of one stays what it is.
    const clientId = form.has('clientId') ? read('clientId') || null : (webhook?.clientId ?? null)
    onSubmit({ url, description: read('description') || null, names, clientId })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={webhook ? text.editTitle : text.createTitle}
      description={text.createBody}
    >
      <form onSubmit={submit} onChange={() => setWrong({})} noValidate className="space-y-4">
        <Field label={text.url} hint={text.urlHint} error={wrong.url}>
          {(control) => (
            <Input
              {...control}
              name="url"
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://example.org/parley"
              defaultValue={webhook?.url}
              maxLength={2048}
            />
          )}
        </Field>
        <Field label={text.description} hint={text.descriptionHint}>
          {(control) => (
            <Input
              {...control}
              name="description"
              defaultValue={webhook?.description ?? ''}
              maxLength={200}
            />
          )}
        </Field>
        <ClientField chosen={webhook?.clientId ?? null} />
        <EventChoice names={names} error={wrong.names} onChange={setNames} />
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {shell.cancel}
          </Button>
          <Button type="submit" busy={busy}>
            {webhook ? shell.save : text.createAction}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
