import type { LeftOutReason } from '../../core/campaigns/campaign.ts'
import type { ConversationEvent } from '../../core/conversation/flow-event.ts'
import type { Transaction } from '../../db/transaction.ts'
import { resolveContacts, toPersonHint } from '../contacts/index.ts'
import { type QueuedSend, queueSends } from '../conversations/index.ts'
import { whyLeftOut } from './audience.ts'
import { buildContent, fillFor } from './content.ts'
import { type PersonFacts, readFacts } from './facts.ts'
import { type PersonRow, peopleStore, type SettledPerson } from './people.ts'
import { noteOptOutsOf } from './refresh.ts'
import type { CampaignRow } from './store.ts'

export interface GiveDeps {
  newId(): string
  /** As the network's own clients draw them; chosen in the transaction in which somebody has their turn. */
  newMessageId(): string
  /** Stores events of one client as open events of their conversations. */
  storeEvents(tx: Transaction, events: readonly ConversationEvent[]): Promise<unknown>
}

/** What to wake once it is committed. */
export interface Given {
  clientId: string
  sends: number
  /** Contacts whose conversation has an event. */
  starts: string[]
}

interface Parts {
  sends: QueuedSend[]
  starts: ConversationEvent[]
  settled: SettledPerson[]
}

/** Lets the next people of a campaign have their turn. The campaign is locked. */
export async function giveNext(
  deps: GiveDeps,
  tx: Transaction,
  row: CampaignRow,
  size: number,
): Promise<{ given: Given; taken: number; isLast: boolean }> {
  const { id, clientId } = row
  const next = await peopleStore.next(tx, id, size + 1)
  const firstUnknown = next.findIndex(({ isChecked }) => !isChecked)
  const people = next.slice(0, firstUnknown < 0 ? size : Math.min(size, firstUnknown))
  const parts: Parts = { sends: [], starts: [], settled: [] }
  for (const turn of await lookAgain(tx, row, people)) {
    const { person, jid, reason } = turn
    if (reason === null) add(deps, parts, row, turn)
    else {
      // Who turned out to be somebody else of the campaign keeps the address they were chosen by.
      const kept = reason === 'twice' ? person.jid : jid
      parts.settled.push({ n: person.n, state: 'left_out', reason, messageId: null, jid: kept })
    }
  }
  await queueSends(tx, clientId, parts.sends)
  if (parts.starts.length > 0) await deps.storeEvents(tx, parts.starts)
  await peopleStore.settle(tx, id, parts.settled)
  const starts = parts.starts.map(({ contactJid }) => contactJid)
  const given = { clientId, sends: parts.sends.length, starts }
  return { given, taken: people.length, isLast: next.length === people.length }
}

interface PersonTurn {
  person: PersonRow
  /** The canonical address as of now. */
  jid: string
  facts: PersonFacts
  reason: LeftOutReason | null
}

/** Who is who may have turned out since people were chosen, and who is to be left out. */
async function lookAgain(
  tx: Transaction,
  { id, clientId }: CampaignRow,
  people: readonly PersonRow[],
): Promise<PersonTurn[]> {
  const hints = people.flatMap(({ jid }) => toPersonHint(jid) ?? [])
  const contacts = await resolveContacts(tx, clientId, hints)
  const jids = people.map(({ jid }) => contacts.idOf(jid))
  await noteOptOutsOf(tx, clientId, [...jids, ...people.map(({ jid }) => jid)])
  const facts = await readFacts(tx, clientId, jids)
  const moved = jids.filter((jid, index) => jid !== people[index]?.jid)
  const taken = await peopleStore.listTaken(tx, id, moved)
  return people.flatMap((person, index) => {
    const about = facts.get(jids[index] ?? '')
    if (!about) return []
    const { jid } = about
    const isTwice = jid !== person.jid && taken.has(jid)
    taken.add(jid)
    return { person, jid, facts: about, reason: isTwice ? 'twice' : whyNotNow(about) }
  })
}

const whyNotNow = (facts: PersonFacts): LeftOutReason | null =>
  whyLeftOut(facts) ?? (facts.isWithPerson ? 'with_person' : null)

function add(
  deps: GiveDeps,
  { sends, starts, settled }: Parts,
  { id, clientId, flowId, text, assetId, mimetype }: CampaignRow,
  { person, jid, facts }: PersonTurn,
): void {
  const { n, name, held } = person
  if (flowId !== null) {
    const event = { type: 'manual_start' as const, eventId: `campaign:${id}:${n}`, flowId, inputs: {} }
    starts.push({ clientId, contactJid: jid, source: 'scheduler', event })
    settled.push({ n, state: 'queued', reason: null, messageId: null, jid })
    return
  }
  const messageId = deps.newMessageId()
  const filled = fillFor(text, { name, held, facts }).text
  sends.push({
    id: deps.newId(),
    contactJid: jid,
    messageId,
    content: buildContent(filled, { assetId, mimetype }),
  })
  settled.push({ n, state: 'queued', reason: null, messageId, jid })
}
