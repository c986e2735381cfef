import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, BellOff, MailOpen, Pin, Star } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { api, queries } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { ErrorState } from '../../../ui/messages/states.tsx'
import type { ConversationPlace } from '../contact-changes.ts'
import { ChatRemoval } from './chat-removal.tsx'
import { WhatsappLabels } from './whatsapp-labels.tsx'
import { useWhatsappText } from './whatsapp-text.ts'

const StarredMessages = lazy(async () => ({
  default: (await import('./starred-messages.tsx')).StarredMessages,
}))

type Change = Omit<Parameters<typeof api.chat.markChat>[0], 'clientId' | 'target'>

const HOUR_MS = 3_600_000
/** As WhatsApp offers them. */
const MUTE_HOURS = { hours8: 8, week: 7 * 24 } as const

function useMarks({ clientId, jid }: ConversationPlace) {
  const client = useQueryClient()
  const notify = useNotify()
  const standing = queries.chat.getConversation.queryOptions({ input: { clientId, jid } })
  const { data, error, refetch } = useQuery(standing)
  const { mutate, isPending } = useMutation({
    mutationFn: (change: Change) => api.chat.markChat({ clientId, target: jid, ...change }),
    onError: notify.failed,
    onSuccess: ({ marks }) => client.setQueryData(standing.queryKey, (known) => known && { ...known, marks }),
  })
  return { marks: data?.marks, error, refetch, mark: mutate, isPending }
}

/** Its words tell how it is: who hears them needs no state beside. */
function Mark(props: ComponentProps<typeof Button>) {
  return <Button right="talk" variant="secondary" size="small" {...props} />
}

function StarredButton(place: ConversationPlace) {
  const text = useWhatsappText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        <Star aria-hidden />
        {text.starredTitle}
      </Button>
      {isOpen && (
        <Suspense>
          <StarredMessages {...place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What the account's phone keeps of a chat, and every device linked to it. */
export function WhatsappSection(place: ConversationPlace) {
  const text = useWhatsappText()
  const { marks, error, refetch, mark, isPending } = useMarks(place)
  if (!marks) return error && <ErrorState error={error} onRetry={() => void refetch()} />
  const { archived, pinned, mutedUntil, unread } = marks
  const nameOf = (name: { no: string; yes: string }, isOn: boolean) => (isOn ? name.yes : name.no)
  const mute = (hours: number) => mark({ mutedUntil: new Date(Date.now() + hours * HOUR_MS).toISOString() })
  return (
    <section aria-label={text.title} className="space-y-2">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{text.title}</h3>
        <ChatRemoval {...place} />
      </div>
      <p className="text-sm text-ink-soft">{text.hint}</p>
      <div className="flex flex-wrap gap-2">
        <Mark disabled={isPending} onClick={() => mark({ archived: !archived })}>
          <Archive aria-hidden />
          {nameOf(text.archived, archived)}
        </Mark>
        <Mark disabled={isPending} onClick={() => mark({ pinned: !pinned })}>
          <Pin aria-hidden />
          {nameOf(text.pinned, pinned)}
        </Mark>
        {mutedUntil ? (
          <Mark disabled={isPending} onClick={() => mark({ mutedUntil: null })}>
            <BellOff aria-hidden />
            {text.muted.yes}
          </Mark>
        ) : (
          <Menu
            align="start"
            trigger={
              <Button right="talk" variant="secondary" size="small" disabled={isPending}>
                <BellOff aria-hidden />
                {text.muted.no}
              </Button>
            }
          >
            <MenuItem onSelect={() => mute(MUTE_HOURS.hours8)}>{text.muteFor.hours8}</MenuItem>
            <MenuItem onSelect={() => mute(MUTE_HOURS.week)}>{text.muteFor.week}</MenuItem>
            <MenuItem onSelect={() => mark({ mutedUntil: 'always' })}>{text.muteFor.always}</MenuItem>
          </Menu>
        )}
        <Mark disabled={isPending} onClick={() => mark({ unread: !unread })}>
          <MailOpen aria-hidden />
          {nameOf(text.unread, unread)}
        </Mark>
        <StarredButton {...place} />
      </div>
      <WhatsappLabels {...place} />
    </section>
  )
}
