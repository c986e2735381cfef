import type {
  ConversationEvent,
  GroupChange,
  GroupHappening,
} from '../../../../core/conversation/flow-event.ts'
import { statement } from '../../../../db/statement.ts'
import type { Executor } from '../../../../db/transaction.ts'
import type { GroupNews, GroupNotice, PersonAddresses } from '../../../../network/port.ts'
import type { ResolvedContacts } from '../../../contacts/index.ts'
import type { OwnedClient } from '../../records/owned-client.ts'
import { isAccount } from '../arrival.ts'
import { toSender } from '../to-flow-event.ts'
import type { ArrivedEvent } from './arrived-events.ts'

/** Whether an active flow of the client ($1) has such a trigger ($2), by the text of its version. Index `flow_active_by_client`. */
const LISTENS = statement<{ listens: boolean }>(
  'chat_flows_listen',
  `select exists (
     select 1 from flow f join flow_version v on v.id = f.published_version_id
     where f.client_id = $1 and f.is_active and position($2::text in v.doc) > 0
   ) as listens`,
)

/** No event is stored for flows where none would take it. */
export async function listens(tx: Executor, client: { id: string }, trigger: string): Promise<boolean> {
  const found = await tx.queryOne(LISTENS, [client.id, `"${trigger}"`])
  return found?.listens ?? false
}

/** One person in one group. */
interface Happened {
  notice: GroupNotice
  /** Where it stands in the notification. */
  at: string
  change: GroupChange
  person: PersonAddresses
}

const CHANGES: Readonly<Record<string, GroupChange>> = {
  added: 'added',
  joined: 'joined',
  removed: 'removed',
  left: 'left',
  asked: 'asked',
}

function listPeople(news: GroupNews): { change: GroupChange; people: readonly PersonAddresses[] } | null {
  if (news.kind !== 'members' && news.kind !== 'requests') return null
  const change = CHANGES[news.change]
  return change === undefined ? null : { change, people: news.people }
}

/** The account itself is no contact of its own. */
const listHappened = (client: OwnedClient, notice: GroupNotice): Happened[] =>
  notice.news.flatMap((news, n) => {
    const told = listPeople(news)
    return (told?.people ?? [])
      .filter((person) => !isAccount(client, person) && (person.phone ?? person.lid) !== null)
      .map((person) => ({
        ...{ notice, person, change: told?.change ?? 'added' },
        // By the address that the notification names: which one a contact is kept by may change until it comes again.
        at: `${n}:${person.lid ?? person.phone}`,
      }))
  })

/**
 * The events for flows of what notices tell, in the conversation of each person and in that of the group. None where no flow listens:
 * a group of a thousand people would be two thousand rows that nothing reads. A notice that came before makes the same events,
 * which are stored once.
 */
export async function listGroupEvents(
  tx: Executor,
  client: OwnedClient,
  notices: readonly GroupNotice[],
  contacts: ResolvedContacts,
): Promise<ArrivedEvent[]> {
  const happened = notices.flatMap((notice) => listHappened(client, notice))
  if (happened.length === 0) return []
  return (await listens(tx, client, 'trigger.group'))
    ? happened.flatMap((one) => toEvents(client, one, contacts).map((event) => ({ of: one.notice, event })))
    : []
}

function toEvents(
  client: OwnedClient,
  { notice, at, change, person }: Happened,
  contacts: ResolvedContacts,
): ConversationEvent[] {
  const { group, by } = notice
  const whom = contacts.idOf(addressOf(person))
  const isOther = (by.phone ?? by.lid) !== null && !isAccount(client, by)
  const happening: GroupHappening = {
    ...{ group, change, person: toSender(whom, contacts) },
    by: isOther ? toSender(contacts.idOf(addressOf(by)), contacts) : null,
  }
  const eventId = `group:${notice.id}:${at}`
  return [
    {
      contactJid: whom,
      event: { type: 'group_changed' as const, place: 'person' as const, eventId, ...happening },
    },
    {
      contactJid: group,
      event: {
        type: 'group_changed' as const,
        place: 'group' as const,
        eventId: `${eventId}:group`,
        ...happening,
      },
    },
  ].map((event) => ({ clientId: client.id, source: 'chat' as const, ...event }))
}

const addressOf = ({ phone, lid }: PersonAddresses): string => phone ?? lid ?? ''
