import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import type { CampaignInput, Preview } from './campaign-data.ts'
import { type CampaignDraft, toPace } from './campaign-draft.ts'
import { useCampaignsText } from './campaigns-text.ts'

/** How long nothing was typed before the audience is read again. */
const REST_MS = 500

/** A value once it has not changed for a moment; told apart by how it reads as JSON. */
function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value)
  const text = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(JSON.parse(text) as T), REST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** What WhatsApp does not let the number do with strangers, said before. */
function Limits({ preview: { strangers, limits } }: { preview: Preview }) {
  const { preview: text } = useCampaignsText()
  const dates = useDates()
  const { restrictedUntil, newChatsLeft, isConnected } = limits
  const warnings = [
    !isConnected && text.notConnected,
    strangers > 0 && restrictedUntil !== null && text.restricted(strangers, dates.near(restrictedUntil)),
    newChatsLeft !== null && strangers > newChatsLeft && text.tooManyNew(strangers, newChatsLeft),
    strangers > 0 && restrictedUntil === null && text.strangers(strangers),
  ].filter((warning) => warning !== false)
  return warnings.map((warning) => (
    <p key={warning} className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
      {warning}
    </p>
  ))
}

function Reached({ preview, hasText }: { preview: Preview; hasText: boolean }) {
  const readable = useReadable()
  const text = useCampaignsText()
  const { total, minutes, leftOut, leftOutSample, sample, withMissing } = preview
  return (
    <>
      <p className="text-3xl font-semibold tabular-nums">{text.preview.reaches(total)}</p>
      {total > 0 && <p className="text-sm text-ink-soft">{text.preview.takes(Math.ceil(minutes))}</p>}
      <Limits preview={preview} />
      {hasText && withMissing > 0 && (
        <p className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
          {text.preview.missing(withMissing)}
        </p>
      )}
      {sample.length > 0 && (
        <section aria-label={text.preview.first}>
          <h3 className="mb-1 text-sm font-medium">{text.preview.first}</h3>
          <ul className="space-y-2 text-sm">
            {sample.map(({ jid, name, phoneNumber, text: shown }) => (
              <li key={jid}>
                <span className="block truncate">{name ?? phoneNumber ?? readable(jid)}</span>
                {hasText && (
                  <span dir="auto" className="line-clamp-3 block whitespace-pre-wrap text-ink-soft">
                    {shown}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {leftOut.length > 0 && (
        <section aria-label={text.preview.leftOut}>
          <h3 className="mb-1 text-sm font-medium">{text.preview.leftOut}</h3>
          <ul className="space-y-1 text-sm text-ink-soft">
            {leftOut.map(({ reason, count }) => (
              <li key={reason}>
                {count} · {text.leftOut[reason]}
              </li>
            ))}
          </ul>
          <p className="mt-1 text-[0.8125rem] break-words text-ink-soft">
            {leftOutSample
              .slice(0, 5)
              .map(({ name, given }) => name ?? readable(given))
              .join(', ')}
          </p>
        </section>
      )}
    </>
  )
}

interface PreviewCardProps {
  draft: CampaignDraft
  audience: CampaignInput['audience'] | null
}

/** Whom the campaign would reach as it is now, who is left out and why, and what WhatsApp allows. */
export function PreviewCard({ draft, audience }: PreviewCardProps) {
  const { preview: text } = useCampaignsText()
  const { clientId, what } = draft
  const shown = what === 'message' ? draft.text : ''
  const input = useRested({ clientId, text: shown, audience, pace: toPace(draft) })
  const preview = useQuery({
    ...queries.campaigns.preview.queryOptions({
      input: { ...input, audience: input.audience ?? { kind: 'list', people: [] } },
    }),
    enabled: input.audience !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return (
    <Card className="space-y-4 p-5 lg:sticky lg:top-4">
      <h2 className="text-lg font-semibold">{text.title}</h2>
      <div aria-live="polite" className="space-y-4">
        {audience === null && <p className="text-sm text-ink-soft">{text.nobodyYet}</p>}
        {audience !== null && preview.isLoading && <LoadingRows rows={2} />}
        {audience !== null && preview.isError && (
          <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
        )}
        {audience !== null && preview.data && (
          <Reached preview={preview.data} hasText={shown.trim() !== ''} />
        )}
      </div>
    </Card>
  )
}
