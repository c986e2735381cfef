import { isGroup } from '../../../../core/addresses.ts'
import { useContactPresence } from '../../../live/live.tsx'
import type { ConversationPlace } from '../contact-changes.ts'
import { useMoment } from '../moment.ts'
import { useTeamText } from './team-text.ts'

/** What the contact, or somebody in the group, does now. */
function useActivity({ clientId, jid }: ConversationPlace): string | null {
  const text = useTeamText()
  const [first] = useContactPresence(clientId, jid)?.active ?? []
  if (!first) return null
  const activity = text.contact[first.activity]
  return first.name !== null && isGroup(jid) ? `${first.name}: ${activity}` : activity
}

/**
 * Under the name: what the contact does, or whether they are there, as far as they show it. Only what they do is read out, and
 * only when it begins.
 */
export function ContactLine({ clientId, jid }: ConversationPlace) {
  const text = useTeamText()
  const toMoment = useMoment()
  const activity = useActivity({ clientId, jid })
  const { availability, lastSeenAt = null } = useContactPresence(clientId, jid) ?? {}
  const seen = lastSeenAt === null ? null : text.contact.lastSeen(toMoment(lastSeenAt))
  const standing = availability === 'available' ? text.contact.online : seen
  return (
    <span className="block truncate text-xs leading-4 font-normal">
      <span role="status" className="text-accent">
        {activity}
      </span>
      {activity === null && standing !== null && <span className="text-ink-soft">{standing}</span>}
    </span>
  )
}

/** In a row of the list: what the contact does, as far as it is known. */
export function ActivityMark({ clientId, jid }: ConversationPlace) {
  const activity = useActivity({ clientId, jid })
  return activity === null ? null : <span className="shrink-0 text-xs text-accent">{activity}</span>
}
