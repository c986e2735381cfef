import type { Address } from '../../core/addresses.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** A person as stored. `id` is the canonical address; it stays what it was first seen as. */
export interface ContactRow {
  id: string
  phone: string | null
  lid: string | null
  /** The name in the account's address book. */
  name: string | null
  /** The name the person chose. */
  notify: string | null
  /** The name by which the person may be found, without its @. */
  username: string | null
}

const COLUMNS = 'id, phone, lid, name, notify, username'

/** Relies on the primary key, contact_by_lid and contact_by_phone. */
const FIND = statement<ContactRow>(
  'contact_find',
  `select ${COLUMNS} from contact
   where client_id = $1 and (id = any($2::text[]) or lid = any($2::text[]) or phone = any($2::text[]))`,
)

const INSERT = statement<{ id: string }>(
  'contact_insert',
  `insert into contact (client_id, id, phone, lid, name, notify, username)
   select $1, r.* from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[]) as r
   on conflict do nothing returning id`,
)

const UPDATE = statement<never>(
  'contact_update',
  `update contact c set phone = r.phone, lid = r.lid, name = r.name, notify = r.notify, username = r.username,
     updated_at = now()
   from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
     as r(id, phone, lid, name, notify, username)
   where c.client_id = $1 and c.id = r.id`,
)

/** Held to the end of the transaction. Whoever gives a contact another address, or merges two, takes it first. */
const LOCK_ADDRESSES = statement<object>(
  'contact_lock_addresses',
  `select pg_advisory_xact_lock(hashtextextended('contacts of ' || $1::text, 0))`,
)

/** The contact stays as it is until the end of the transaction, as far as its id goes. */
const LOCK = statement<{ id: string }>(
  'contact_lock',
  `select id from contact where client_id = $1 and id = $2 for key share`,
)

const LIST = statement<ContactRow>(
  'contact_list',
  `select ${COLUMNS} from contact where client_id = $1 order by coalesce(name, notify, username, phone, id), id`,
)

/** As the network's web client makes it (`getContactHash`), over contact_by_lid_hash, which has the same words. */
export const LIDS_BY_HASH = statement<{ lid: Address }>(
  'contact_lids_by_hash',
  `select lid from contact where client_id = $1 and lid is not null
     and encode(substring(decode(md5(split_part(lid, '@', 1) || 'WA_ADD_NOTIF'), 'hex') from 1 for 3), 'base64') = $2
   limit 10`,
)

/** The same for several, by whom is meant. */
const IDS_BY_HASH = statement<{ id: string; hash: string }>(
  'contact_ids_by_hash',
  `select c.id, n.hash from unnest($2::text[]) as n(hash) cross join lateral (
     select id from contact where client_id = $1 and lid is not null
       and encode(substring(decode(md5(split_part(lid, '@', 1) || 'WA_ADD_NOTIF'), 'hex') from 1 for 3), 'base64') = n.hash
     limit 10) c`,
)

const columnsOf = (rows: readonly ContactRow[]) => [
  rows.map((r) => r.id),
  rows.map((r) => r.phone),
  rows.map((r) => r.lid),
  rows.map((r) => r.name),
  rows.map((r) => r.notify),
  rows.map((r) => r.username),
]

/** The contacts that go by any of these addresses. */
export function readContactsByAddress(
  db: Executor,
  clientId: string,
  addresses: readonly string[],
): Promise<ContactRow[]> {
  return db.query(FIND, [clientId, addresses])
}

/** The LIDs that the network means by a hash: one as a rule, and seldom more. */
export async function findLidsByHash(db: Executor, clientId: string, hash: string): Promise<Address[]> {
  return (await db.query(LIDS_BY_HASH, [clientId, hash])).map(({ lid }) => lid)
}

/** The contacts that the network means by any of these hashes. */
export const findIdsByHash = (
  db: Executor,
  clientId: string,
  hashes: readonly string[],
): Promise<{ id: string; hash: string }[]> => db.query(IDS_BY_HASH, [clientId, [...new Set(hashes)]])

/** Answers how many rows were new; fewer than given means somebody else just stored one of them. */
export async function insertContacts(
  db: Executor,
  clientId: string,
  rows: readonly ContactRow[],
): Promise<number> {
  return (await db.query(INSERT, [clientId, ...columnsOf(rows)])).length
}

export async function updateContacts(
  db: Executor,
  clientId: string,
  rows: readonly ContactRow[],
): Promise<void> {
  await db.query(UPDATE, [clientId, ...columnsOf(rows)])
}

/** All contacts of a client, by the name people see. */
export function readContacts(db: Executor, clientId: string): Promise<ContactRow[]> {
  return db.query(LIST, [clientId])
}

export async function lockAddresses(tx: Executor, clientId: string): Promise<void> {
  await tx.query(LOCK_ADDRESSES, [clientId])
}

/** False when the contact has gone. */
export async function lockContact(tx: Executor, clientId: string, id: string): Promise<boolean> {
  return (await tx.queryOne(LOCK, [clientId, id])) !== undefined
}
