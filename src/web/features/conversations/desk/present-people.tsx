import { API_PREFIX } from 'virtual:contract'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { PresentPerson } from '../../../../contract/conversations/team-presence.ts'
import { WORKSPACE_HEADER } from '../../../../contract/start-info.ts'
import { api, queries } from '../../../app/api.ts'
import { sessionQuery } from '../../../app/session.ts'
import { shownWorkspace } from '../../../app/shown-workspace.ts'
import { useWorkspace } from '../../../app/workspace.ts'
import { usePresent } from '../../../live/live.tsx'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { PresenceAnnouncer } from './presence-announcer.ts'
import { useTeamText } from './team-text.ts'

/** Of these faces fit; of the others only how many. */
const MOST_FACES = 3

function useOthers({ clientId, jid }: ConversationPlace): readonly PresentPerson[] {
  const { data: session } = useSuspenseQuery(sessionQuery)
  return usePresent(clientId, jid).filter(({ userId }) => userId !== session?.user.id)
}

/** Who else of the team is in the conversation, as their initials. It stands in buttons too, so it is made of spans. */
export function Faces({ clientId, jid }: ConversationPlace) {
  const text = useTeamText()
  const others = useOthers({ clientId, jid })
  if (others.length === 0) return null
  return (
    <span className="flex shrink-0 -space-x-1.5">
      {others.slice(0, MOST_FACES).map(({ userId, name, activity }) => (
        <span
          key={userId}
          title={text[activity](name)}
          className={classes(
            'rounded-full border-2',
            activity === 'typing' ? 'border-accent' : 'border-surface',
          )}
        >
          <Avatar id={userId} name={name} size="small" />
          <span className="sr-only">{text[activity](name)}</span>
        </span>
      ))}
      {others.length > MOST_FACES && (
        <span className="grid size-6 place-items-center rounded-full border-2 border-surface bg-sunken text-[0.625rem] font-semibold text-ink-soft">
          +{others.length - MOST_FACES}
        </span>
      )}
    </span>
  )
}

function createAnnouncer({ clientId, jid }: ConversationPlace): PresenceAnnouncer {
  const page = crypto.randomUUID?.() ?? String(Math.random())
  return new PresenceAnnouncer({
    tell: (activity, order) => api.chat.sharePresence({ clientId, jid, page, activity, order }),
    tellLast(activity, order) {
      // Calls by the library end with the page.
      void fetch(`${API_PREFIX}/chat/sharePresence`, {
        method: 'POST',
        keepalive: true,
        headers: {
          'content-type': 'application/json',
          ...(shownWorkspace.id !== null && { [WORKSPACE_HEADER]: shownWorkspace.id }),
        },
        body: JSON.stringify({ clientId, jid, page, activity, order }),
      }).catch(() => undefined)
    },
  })
}

/** Tells the team of this page, and of what is written in the field that stands below, inside the same element. */
function useAnnounced({ clientId, jid }: ConversationPlace) {
  const mark = useRef<HTMLDivElement>(null)
  const isTeam = (useWorkspace()?.members ?? 1) > 1
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const online = clients.data?.find(({ id }) => id === clientId)?.online ?? 'never'
  // Who works alone tells nobody but the network, which is asked of contacts that somebody looks at.
  const isTold = isTeam || online !== 'never'
  useEffect(() => {
    if (!isTold) return
    const announcer = createAnnouncer({ clientId, jid })
    const field = mark.current?.parentElement
    const ended = new AbortController()
    const { signal } = ended
    const look = () => (document.visibilityState === 'hidden' ? announcer.leave() : announcer.show())
    document.addEventListener('visibilitychange', look, { signal })
    addEventListener('pagehide', () => announcer.close(), { signal })
    addEventListener('pageshow', look, { signal })
    // A note answers nobody.
    const isAnswer = ({ target }: Event) => !(target as Element).closest('[data-note]')
    field?.addEventListener('input', (event) => isAnswer(event) && announcer.write(), { signal })
    const onKey = ({ key, shiftKey }: KeyboardEvent) => key === 'Enter' && !shiftKey && announcer.rest()
    field?.addEventListener('keydown', onKey, { signal })
    field?.addEventListener('submit', () => announcer.rest(), { signal })
    look()
    return () => {
      ended.abort()
      announcer.leave()
    }
  }, [clientId, jid, isTold])
  return mark
}

/** Over the composer: who else is answering now. */
export function AnsweringLine({ clientId, jid }: ConversationPlace) {
  const text = useTeamText()
  const names = useOthers({ clientId, jid })
    .filter(({ activity }) => activity === 'typing')
    .map(({ name }) => name)
  const mark = useAnnounced({ clientId, jid })
  return (
    <div ref={mark} role="status" className="px-4 text-sm text-accent md:px-6">
      {names.length > 0 && <p className="pb-1.5">{text.answering(names)}</p>}
    </div>
  )
}
