import type { Address } from '../../../core/addresses.ts'
import type { StatusSetting } from '../../../core/conversation/status-post.ts'
import { refusal } from '../../../core/errors.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { NetworkConnection, StatusPrivacy } from '../../../network/port.ts'
import {
  type FixedAudience,
  fixAudience,
  MAX_AUDIENCE,
  readAudience,
} from '../records/network/status-posts.ts'
import type { OwnedClient } from '../records/owned-client.ts'
import { networkSilent, notConnected } from '../records/refusals.ts'
import type { AskedAudience } from '../records/send-command.ts'

/** A person by the address by which statuses are sent (whatsapp-rust's `send_status_message`). */
const ADDRESS = 'coalesce(c.lid, c.phone, c.id)'

/**
 * The address book of the phone, without whom the account blocked and itself, those it talked with last first; $3 names whom it
 * leaves out, by any address. Over the primary keys and message_page.
 */
const CONTACTS = statement<{ address: Address; total: number }>(
  'status_contacts',
  `select ${ADDRESS} as address, count(*) over ()::int as total from contact c
   where c.client_id = $1 and c.name is not null and not array_remove(array[c.id, c.phone, c.lid], null) && $2::text[]
     and not exists (select from blocked_person b where b.client_id = $1 and b.jid = c.id)
   order by (select max(m.at_sec) from message m where m.client_id = $1 and m.chat = c.id) desc nulls last, c.id
   limit ${MAX_AUDIENCE}`,
)

/**
 * Of given people by any address, those the account talked with last first; who is unknown keeps the one that was given. Over the
 * primary keys and message_page.
 */
const NAMED = statement<{ address: Address }>(
  'status_named',
  `select p.address from (
     select coalesce(${ADDRESS}, n.given) as address, coalesce(c.id, n.given) as id, min(n.n) as n
     from unnest($2::text[]) with ordinality as n(given, n) left join lateral (
       select * from contact k where k.client_id = $1 and n.given in (k.id, k.phone, k.lid) limit 1) c on true
     where not exists (select from blocked_person b where b.client_id = $1 and b.jid in (n.given, c.id, c.phone, c.lid))
     group by 1, 2
   ) p order by (select max(m.at_sec) from message m where m.client_id = $1 and m.chat = p.id) desc nulls last, p.n`,
)

const ofAccount = ({ address, lid }: Pick<OwnedClient, 'address' | 'lid'>): string[] =>
  [address, lid].filter((each) => each !== null)

async function askPrivacy(connection: NetworkConnection): Promise<StatusPrivacy> {
  const answer = await connection.statuses.privacy().catch((cause: unknown) => {
    throw networkSilent(cause)
  })
  if (answer.kind === 'answered') return answer.value
  const { networkCode } = answer
  throw refusal('UNPROCESSABLE_CONTENT', 'ACCOUNT_REFUSED', { networkCode }, { data: { networkCode } })
}

/** Finds out and keeps whom statuses go to. */
export class StatusAudiences {
  readonly #db: Executor

  constructor(db: Executor) {
    this.#db = db
  }

  /** As the account's privacy has it now, or the people that were asked for. */
  async find(
    client: Pick<OwnedClient, 'id' | 'address' | 'lid'>,
    asked: AskedAudience,
    connection: NetworkConnection,
  ): Promise<FixedAudience> {
    if (asked.people) return this.#ofNamed(client, 'allowlist', asked.people)
    const { setting, people } = await askPrivacy(connection)
    if (setting === 'allowlist') return this.#ofNamed(client, setting, people)
    const without = [...ofAccount(client), ...(setting === 'denylist' ? people : [])]
    const found = await this.#db.query(CONTACTS, [client.id, without])
    const leftOut = (found[0]?.total ?? 0) - found.length
    return { setting, people: found.map(({ address }) => address), leftOut }
  }

  /** The same once for a message that is stored, so that a repeat reaches the same. Throws when nobody would see it. */
  async fix(
    client: OwnedClient,
    messageId: string,
    asked: AskedAudience,
    connection: NetworkConnection,
  ): Promise<FixedAudience> {
    const found = await this.find(client, asked, connection)
    if (found.people.length === 0) throw refusal('UNPROCESSABLE_CONTENT', 'STATUS_FOR_NOBODY', {})
    return fixAudience(this.#db, client.id, messageId, found)
  }

  /** To whom something goes that takes a status back: those it went to, or whom the privacy means where nobody here knows. */
  async ofTaken(
    client: OwnedClient,
    messageId: string,
    statusId: string,
    connection: NetworkConnection,
  ): Promise<FixedAudience> {
    return (await this.read(client.id, statusId)) ?? this.fix(client, messageId, {}, connection)
  }

  read(clientId: string, messageId: string): Promise<FixedAudience | undefined> {
    return readAudience(this.#db, clientId, messageId)
  }

  async #ofNamed(
    client: Pick<OwnedClient, 'id' | 'address' | 'lid'>,
    setting: StatusSetting,
    given: readonly string[],
  ): Promise<FixedAudience> {
    const own = ofAccount(client)
    const named = await this.#db.query(NAMED, [client.id, given.filter((person) => !own.includes(person))])
    const people = named.slice(0, MAX_AUDIENCE).map(({ address }) => address)
    return { setting, people, leftOut: named.length - people.length }
  }
}

/** To whom a status would go now, as the owner of a client is asked. */
export function createAudienceCommand(db: Executor) {
  const audiences = new StatusAudiences(db)
  return async ({
    client,
    connection,
  }: {
    client: OwnedClient
    connection(): NetworkConnection | null
  }): Promise<FixedAudience> => {
    const open = connection()
    if (!open) throw notConnected()
    return audiences.find(client, {}, open)
  }
}
