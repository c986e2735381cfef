import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { api, queries } from '../../app/api.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/messages/dialog.tsx'
import { useLack } from '../../ui/rights.ts'
import { type ReceivedStatus, useStatusAct } from './status-data.ts'
import { StatusFace } from './status-face.tsx'
import { useStatusesText } from './statuses-text.ts'

const EMOJIS = ['💚', '😂', '😮', '🙏', '👍'] as const

/** Whoever may only look on tells nobody that they did. */
function useMarkSeen(clientId: string, { id, isSeen }: ReceivedStatus): () => void {
  const cache = useQueryClient()
  const isGuest = useLack('talk') !== null
  const { mutate } = useMutation({
    mutationFn: () => api.status.markSeen({ clientId, ids: [id] }),
    onSuccess: () => cache.invalidateQueries({ queryKey: queries.status.listReceived.key() }),
  })
  return useCallback(() => {
    if (!isSeen && !isGuest) mutate()
  }, [isSeen, isGuest, mutate])
}

function Reactions({ clientId, status: { id, reaction } }: { clientId: string; status: ReceivedStatus }) {
  const { received: text } = useStatusesText()
  const change = useStatusAct(queries.status.listReceived.key())
  return (
    <div className="flex flex-wrap gap-1">
      {EMOJIS.map((emoji) => {
        const isOn = reaction === emoji
        return (
          <Button
            key={emoji}
            variant={isOn ? 'secondary' : 'quiet'}
            size="icon"
            right="talk"
            aria-label={isOn ? text.takeBack(emoji) : text.react(emoji)}
            disabled={change.isPending}
            onClick={() =>
              change.mutate({
                act: () => api.status.react({ clientId, id, reaction: isOn ? '' : emoji }),
                ...{ done: text.reacted, failed: text.notReacted },
              })
            }
          >
            {emoji}
          </Button>
        )
      })}
    </div>
  )
}

function Shown({ clientId, status }: { clientId: string; status: ReceivedStatus }) {
  const dates = useDates()
  const markSeen = useMarkSeen(clientId, status)
  return (
    <div className="space-y-3">
      <StatusFace clientId={clientId} status={status} fromMe={false} isBrought isLarge onShown={markSeen} />
      <time
        dateTime={status.postedAt}
        title={dates.exact(status.postedAt)}
        className="block text-[0.8125rem] text-ink-soft"
      >
        {dates.ago(status.postedAt)}
      </time>
      <Reactions clientId={clientId} status={status} />
    </div>
  )
}

interface ReceivedDialogProps {
  clientId: string
  /** Of one person, oldest first. */
  theirs: readonly ReceivedStatus[]
  onClose: () => void
}

/** The statuses of one person, one at a time, from the first that was not seen; what is shown counts as seen. */
export function ReceivedDialog({ clientId, theirs, onClose }: ReceivedDialogProps) {
  const { received: text } = useStatusesText()
  const readable = useReadable()
  const [shownId, show] = useState(() => (theirs.find(({ isSeen }) => !isSeen) ?? theirs[0])?.id)
  const place = theirs.findIndex(({ id }) => id === shownId)
  const status = theirs[place]
  const [{ jid, name } = { jid: '', name: null }] = theirs
  const step = (by: number) => {
    const next = theirs[place + by]
    return next && (() => show(next.id))
  }
  const previous = step(-1)
  const next = step(1)
  return (
    <Dialog open onOpenChange={onClose} title={name ?? readable(jid)}>
      {status ? (
        <Shown key={status.id} clientId={clientId} status={status} />
      ) : (
        <p className="text-sm text-ink-soft">{text.gone}</p>
      )}
      {theirs.length > 1 && (
        <div className="mt-6 flex items-center justify-between gap-2">
          <Button variant="secondary" size="small" disabled={!previous} onClick={previous}>
            {text.previous}
          </Button>
          <span className="text-sm text-ink-soft tabular-nums">{text.of(place + 1, theirs.length)}</span>
          <Button variant="secondary" size="small" disabled={!next} onClick={next}>
            {text.next}
          </Button>
        </div>
      )}
    </Dialog>
  )
}
