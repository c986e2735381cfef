import type { Handlers, OwnerId } from '../../contract/handlers.ts'
import { isGroup, isLid, isPhoneAddress, parseNamedRecipient } from '../../core/addresses.ts'
import type { LeftOutReason } from '../../core/campaigns/campaign.ts'
import { refusal } from '../../core/errors.ts'
import { type FieldCondition, testCondition } from '../../core/flow/index.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import { readContactsByAddress } from '../contacts/index.ts'
import { type PersonFacts, readFacts, shownName } from './facts.ts'

export type Audience = Parameters<Handlers['campaigns']['create']>[0]['audience']
type ContactsAudience = Extract<Audience, { kind: 'contacts' }>

/** One campaign reaches no more than that. */
export const MOST_PEOPLE = 10_000
/** Contacts that one statement goes over. */
const PAGE = 5_000

/** Somebody of an audience as they were named. */
interface Named {
  given: string
  name: string | null
  held: Record<string, unknown>
}

/** Somebody a campaign would reach. */
export interface Chosen {
  jid: string
  name: string | null
  held: Record<string, unknown>
  facts: PersonFacts
}

export interface LeftOut {
  given: string
  /** The address, where it is one. */
  jid: string | null
  name: string | null
  reason: LeftOutReason
}

export interface ChosenAudience {
  people: Chosen[]
  leftOut: LeftOut[]
}

/**
 * Contacts by address, behind $2. $3 labels, $4 tags, $5 favourites alone; $6 false: only those with whom there is a conversation.
 * Over the primary keys of contact, contact_automation, conversation and conversation_label.
 */
const CONTACTS = statement<{ jid: string; fields: Record<string, unknown> }>(
  'campaign_contacts',
  `select c.id as jid, coalesce(a.fields, '{}') as fields
   from contact c left join contact_automation a on a.client_id = c.client_id and a.jid = c.id
   where c.client_id = $1 and c.id > $2
     and (cardinality($3::uuid[]) = 0 or exists (
       select from conversation_label l where l.client_id = $1 and l.chat = c.id and l.label_id = any($3)))
     and (cardinality($4::text[]) = 0 or a.tags ?| $4)
     and (not $5::boolean or a.favourite)
     and ($6::boolean or exists (select from conversation v where v.client_id = $1 and v.chat = c.id))
   order by c.id limit $7`,
)

export interface AudienceDeps {
  readTableRows(
    db: Executor,
    owner: OwnerId,
    name: string,
    limit: number,
  ): Promise<Record<string, unknown>[] | null>
}

/**
 * Whom an audience is made of at this moment, everybody once, and who of it is left out and why. Refuses one that is too large.
 * Contacts with whom people are talking just now are chosen: it is looked at again when they have their turn.
 */
export async function chooseAudience(
  { readTableRows }: AudienceDeps,
  db: Executor,
  of: { owner: OwnerId; clientId: string; audience: Audience },
): Promise<ChosenAudience> {
  const { owner, clientId, audience } = of
  const named = await readNamed()
  if (named.length > MOST_PEOPLE)
    throw refusal('BAD_REQUEST', 'CAMPAIGN_TOO_LARGE', { most: MOST_PEOPLE }, { path: 'audience' })
  return sift(db, clientId, named)

  async function readNamed(): Promise<Named[]> {
    switch (audience.kind) {
      case 'contacts':
        return await readFitting(db, clientId, audience)
      case 'list':
        return audience.people.map(({ phone, name, values }) => ({ given: phone, name, held: values }))
      case 'table': {
        const { table, phone, name } = audience
        const rows = await readTableRows(db, owner, table, MOST_PEOPLE + 1)
        if (rows === null) throw refusal('NOT_FOUND', 'NO_SUCH_TABLE', { name: table })
        return rows.map((held) => ({
          given: toText(held[phone]),
          name: name === null ? null : toText(held[name]) || null,
          held,
        }))
      }
    }
  }
}

const toText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

async function readFitting(db: Executor, clientId: string, audience: ContactsAudience): Promise<Named[]> {
  const { labelIds, tags, favourites, fields } = audience
  const isNarrowed = labelIds.length + tags.length + fields.length > 0 || favourites
  const found: Named[] = []
  for (let after = ''; ; ) {
    const values = [clientId, after, labelIds, tags, favourites, isNarrowed, PAGE]
    const rows = await db.query(CONTACTS, values)
    for (const { jid, fields: held } of rows)
      if (fits(held, fields)) found.push({ given: jid, name: null, held: {} })
    const last = rows.at(-1)
    if (!last || rows.length < PAGE || found.length > MOST_PEOPLE) return found
    after = last.jid
  }
}

/** As a row of the `condition` node compares: a field that was never set is empty. */
const fits = (held: Record<string, unknown>, conditions: readonly FieldCondition[]): boolean =>
  conditions.every(({ name, op, value }) =>
    testCondition(op, { left: Object.hasOwn(held, name) ? held[name] : undefined, right: value, tags: [] }),
  )

/** The address of a person, or a username with its @, who is looked for when their turn comes; null for what is none. */
function toPersonAddress(given: string): string | null {
  const parsed = parseNamedRecipient(given)
  if (!parsed.ok || isGroup(parsed.address)) return null
  if (parsed.kind === 'username') return parsed.address.toLowerCase()
  return isPhoneAddress(parsed.address) || isLid(parsed.address) ? parsed.address : null
}

async function sift(db: Executor, clientId: string, named: readonly Named[]): Promise<ChosenAudience> {
  const jids = await findPeople(db, clientId, named)
  const facts = await readFacts(db, clientId, [...new Set(jids)].filter(isAddress))
  const seen = new Set<string>()
  const chosen: ChosenAudience = { people: [], leftOut: [] }
  for (const [index, { given, name, held }] of named.entries()) {
    const jid = jids[index] ?? null
    const about = jid === null ? undefined : facts.get(jid)
    if (!about) {
      chosen.leftOut.push({ given, jid: null, name, reason: 'no_number' })
      continue
    }
    const reason = seen.has(about.jid) ? 'twice' : whyLeftOut(about)
    seen.add(about.jid)
    if (reason === null) chosen.people.push({ jid: about.jid, name, held, facts: about })
    else chosen.leftOut.push({ given, jid: about.jid, name: name ?? shownName(about), reason })
  }
  return chosen
}

const isAddress = (jid: string | null): jid is string => jid !== null

/** The canonical address of each, as far as contacts are known; null for what names no person. */
async function findPeople(
  db: Executor,
  clientId: string,
  named: readonly Named[],
): Promise<(string | null)[]> {
  const addresses = named.map(({ given }) => toPersonAddress(given))
  const known = await readContactsByAddress(db, clientId, [...new Set(addresses)].filter(isAddress))
  const idOf = new Map<string, string>()
  for (const { id, lid, phone } of known)
    for (const address of [lid, phone, id].filter(isAddress)) idOf.set(address, id)
  return addresses.map((address) => address && (idOf.get(address) ?? address))
}

/** Those who are left out whenever they have their turn. */
export function whyLeftOut({ isBlocked, isOptedOut }: PersonFacts): LeftOutReason | null {
  if (isBlocked) return 'blocked'
  return isOptedOut ? 'opted_out' : null
}
