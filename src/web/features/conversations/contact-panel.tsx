import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ban, Hand, Pause, Play, Star, X } from 'lucide-react'
import { type FormEvent, lazy, useState } from 'react'
import { isGroup } from '../../../core/addresses.ts'
import { queries } from '../../app/api.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/field.tsx'
import { Part, untilLoaded } from '../../ui/messages/part.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { calledOf, toHandle } from '../contacts/called.ts'
import { ContactFieldsSection } from '../contacts/contact-fields-section.tsx'
import { ContactAvatar } from '../pictures/contact-avatar.tsx'
import { RunStateBadge } from '../runs/run-state-badge.tsx'
import { SaveAsTest } from '../runs/save-as-test.tsx'
import type { ContactState } from './chat-data.ts'
import { type ConversationPlace, useContactChanges } from './contact-changes.ts'

const WhatsappSection = lazy(
  untilLoaded(async () => ({ default: (await import('./network/whatsapp-section.tsx')).WhatsappSection })),
)

const NetworkBlock = lazy(
  untilLoaded(async () => ({ default: (await import('../calls/blocked.tsx')).NetworkBlock })),
)

const HANDOFF_SEC = 1_800

type Changes = ReturnType<typeof useContactChanges>

function Tags({ tags, changes }: { tags: readonly string[]; changes: Changes }) {
  const { chat: text } = useText()
  const [typed, setTyped] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    const tag = typed.trim()
    if (tag) changes.setTags([...new Set([...tags, tag])])
    setTyped('')
  }
  return (
    <section aria-label={text.tags}>
      <h3 className="mb-2 text-sm font-medium">{text.tags}</h3>
      <ul className="mb-2 flex flex-wrap gap-1.5">
        {tags.map((tag) => (
          <li
            key={tag}
            className="flex max-w-full items-center gap-1 rounded-full bg-sunken py-0.5 pe-1 ps-2.5 text-sm"
          >
            <span className="truncate">{tag}</span>
            <button
              type="button"
              aria-label={text.removeTag(tag)}
              onClick={() => changes.setTags(tags.filter((other) => other !== tag))}
              className="rounded-full p-1 hover:bg-line"
            >
              <X className="size-3.5" aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={add}>
        <Input
          aria-label={text.addTag}
          placeholder={text.addTag}
          maxLength={64}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </section>
  )
}

function Automation({ state, changes }: { state: ContactState; changes: Changes }) {
  const { chat: text } = useText()
  const dates = useDates()
  const { run, handoffUntil } = state
  return (
    <section aria-label={text.automation} className="space-y-3">
      <h3 className="text-sm font-medium">{text.automation}</h3>
      {run ? (
        <div className="rounded-xl border border-line p-3">
          <p className="flex items-center justify-between gap-2">
            <Link
              to="/runs/$runId"
              params={{ runId: run.id }}
              className="truncate font-medium text-accent underline"
            >
              {run.flowName}
            </Link>
            <RunStateBadge state={run.state} />
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              right="talk"
              variant="secondary"
              size="small"
              disabled={changes.isBusy}
              onClick={() => (run.state === 'handed_off' ? changes.resume(run.id) : changes.pause(run.id))}
            >
              {run.state === 'handed_off' ? <Play aria-hidden /> : <Pause aria-hidden />}
              {run.state === 'handed_off' ? text.resumeRun : text.pauseRun}
            </Button>
            <SaveAsTest run={run} size="small" />
          </div>
        </div>
      ) : (
        <p className="text-sm text-ink-soft">{text.noRun}</p>
      )}
      {handoffUntil && <p className="text-sm text-warn">{text.handedOffUntil(dates.exact(handoffUntil))}</p>}
      <Button
        right="talk"
        variant="secondary"
        size="small"
        disabled={changes.isBusy}
        onClick={() => changes.handOff(handoffUntil ? 0 : HANDOFF_SEC)}
      >
        <Hand aria-hidden />
        {handoffUntil ? text.giveBack : text.handOff}
      </Button>
    </section>
  )
}

/** Beside a conversation: who it is, what automation does with them, and what people note of them. */
export function ContactPanel({ clientId, jid }: ConversationPlace) {
  const { chat: text } = useText()
  const contact = useQuery(queries.contacts.get.queryOptions({ input: { clientId, contactJid: jid } }))
  const changes = useContactChanges({ clientId, jid })
  const readable = useReadable()
  if (contact.isPending) return <LoadingRows rows={3} />
  if (contact.isError) return <ErrorState error={contact.error} onRetry={() => void contact.refetch()} />
  const { contact: person, blacklist, favourite, tags, fields } = contact.data
  return (
    <div className="space-y-6 p-5">
      <div>
        <ContactAvatar
          clientId={clientId}
          id={person.id}
          name={person.name ?? person.notify}
          picture={contact.data.picture}
          size="large"
          className="mb-3"
        />
        <h2 dir="auto" className="text-lg font-semibold break-words">
          {calledOf(person, readable)}
        </h2>
        {person.name && person.notify && <p className="text-sm break-words text-ink-soft">{person.notify}</p>}
        {person.username && <p className="text-sm break-all text-ink-soft">{toHandle(person.username)}</p>}
        <p className="text-sm break-all text-ink-soft">
          {person.phoneNumber ?? (person.lid ? text.numberHidden : person.id)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          right="talk"
          variant="secondary"
          size="small"
          aria-pressed={favourite}
          disabled={changes.isBusy}
          onClick={() => changes.flag('favourite', !favourite)}
        >
          <Star aria-hidden className={favourite ? 'fill-current text-warn' : undefined} />
          {text.favourite}
        </Button>
        <Button
          right="talk"
          variant="secondary"
          size="small"
          aria-pressed={blacklist}
          disabled={changes.isBusy}
          onClick={() => changes.flag('blacklist', !blacklist)}
        >
          <Ban aria-hidden className={blacklist ? 'text-bad' : undefined} />
          {blacklist ? text.unblock : text.block}
        </Button>
      </div>
      {blacklist && <p className="text-sm text-bad">{text.blocked}</p>}
      <Part>
        <WhatsappSection clientId={clientId} jid={jid} />
      </Part>
      {!isGroup(jid) && (
        <Part>
          <NetworkBlock clientId={clientId} jid={jid} />
        </Part>
      )}
      <Automation state={contact.data} changes={changes} />
      <Tags tags={tags} changes={changes} />
      <ContactFieldsSection values={fields} busy={changes.isBusy} onSave={changes.setField} />
    </div>
  )
}
