import type { Executor } from '../../../db/transaction.ts'
import type { GroupNews, GroupNotice, PersonAddresses } from '../../../network/port.ts'
import { noteSubjects } from '../../contacts/index.ts'
import { type OwnedClient, toOwnAddress } from '../records/owned-client.ts'
import { isAccount } from './arrival.ts'
import { logNotices } from './log-notices.ts'

/** An event of the log; what is in `data` is described in `contract/events/event-data.ts`. */
interface GroupEvent {
  name: 'group.members' | 'group.updated' | 'group.requests'
  data: Record<string, unknown>
}

/** Who did it, or null when the network does not say. */
type NameOf = (person: PersonAddresses) => string | null

function toEvent(news: GroupNews, nameOf: NameOf): GroupEvent {
  const namesOf = (people: readonly PersonAddresses[]) => people.flatMap((person) => nameOf(person) ?? [])
  switch (news.kind) {
    case 'members':
      return { name: 'group.members', data: { change: news.change, members: namesOf(news.people) } }
    case 'requests':
      return { name: 'group.requests', data: { change: news.change, people: namesOf(news.people) } }
    case 'created':
      return { name: 'group.updated', data: { change: 'created', subject: news.subject, size: news.size } }
    case 'subject':
      return { name: 'group.updated', data: { change: 'subject', subject: news.subject } }
    case 'description':
      return { name: 'group.updated', data: { change: 'description', description: news.description } }
    case 'picture':
      return { name: 'group.updated', data: { change: 'picture', isRemoved: news.isRemoved } }
    case 'settings':
      return { name: 'group.updated', data: { change: 'settings', settings: news.settings } }
    case 'invite':
    case 'deleted':
      return { name: 'group.updated', data: { change: news.kind } }
  }
}

/** Logs what the network told of groups as events, each once, and keeps how they are called; `idOf` gives a person's canonical address. */
export async function logGroupNotices(
  tx: Executor,
  client: OwnedClient,
  notices: readonly GroupNotice[],
  idOf: (address: string) => string,
): Promise<void> {
  if (notices.length === 0) return
  const nameOf: NameOf = (person) => {
    if (isAccount(client, person)) return toOwnAddress(client)
    const address = person.phone ?? person.lid
    return address === null ? null : idOf(address)
  }
  // The same one may be twice in a batch.
  const each = [...new Map(notices.map((notice) => [notice.id, notice])).values()]
  const rows = each.flatMap((notice) =>
    notice.news.map((news) => {
      const { name, data } = toEvent(news, nameOf)
      const whole = { jid: notice.group, by: nameOf(notice.by), timestamp: notice.atSec, ...data }
      return { notice: notice.id, name, chat: notice.group, data: JSON.stringify(whole) }
    }),
  )
  await logNotices(tx, client, each, rows)
  const told = each.flatMap(({ group, atSec, news }) =>
    news.flatMap((one) =>
      one.kind === 'subject' || one.kind === 'created'
        ? [{ jid: group, subject: one.subject, toldSec: atSec }]
        : [],
    ),
  )
  await noteSubjects(tx, client.id, told)
}
