import { noteWritten } from './happening-statements.ts'
import type { View } from './memory-storage.ts'
import { NO_ERROR, type Tables } from './rows.ts'
import { readJson, type Statements, unnest } from './statement.ts'

type Message = Tables['message']
type Outbox = Tables['outbox']

const LADDER = ['PENDING', 'SERVER_ACK', 'DELIVERY_ACK', 'READ', 'PLAYED']
export const isUnsent = (row: Outbox) => row.status === 'pending' || row.status === 'sending'
const toMs = (sec: unknown): number | null => (sec === null ? null : (sec as number) * 1_000)

function findOwn(view: View, id: unknown, fromMe = true): Message[] {
  return view.find('message', (row) => row.id === id && row.fromMe === fromMe)
}

const NEW_MESSAGE = {
  serverAt: null,
  deliveredAt: null,
  readAt: null,
  playedAt: null,
  participant: null,
  pushName: null,
  quotedId: null,
  votes: null,
  editedAt: null,
  revokedAt: null,
  error: null,
  errorCode: null,
  errorParams: null,
}

/** The columns of a sentence, its code and its parameters, as JSON. */
function toError([error, errorCode, errorParams]: readonly unknown[]) {
  const params = errorParams === null ? null : readJson<object>(errorParams)
  return { error: error as string | null, errorCode: errorCode as string | null, errorParams: params }
}

/** An acknowledgement moves a message forward, an error only one that is pending. */
function settleMessage(view: View, id: unknown, atSec: number | null, why: readonly unknown[]): void {
  for (const row of findOwn(view, id)) {
    const { status } = row
    if (why[0] === null) {
      view.update('message', row, {
        status: status === 'PENDING' || status === 'ERROR' ? 'SERVER_ACK' : status,
        serverAt: row.serverAt ?? toMs(atSec),
        ...NO_ERROR,
      })
    } else view.update('message', row, status === 'PENDING' ? { status: 'ERROR', ...toError(why) } : {})
  }
}

/** What an outbox row that is to be sent leaves in its conversation; `values` as `outbox_claim` has them. */
export function storeClaimed(
  view: View,
  { clientId, messageId, contactJid }: Pick<Outbox, 'clientId' | 'messageId' | 'contactJid'>,
  [atSec, type, text, quotedId, bytes]: readonly unknown[],
): void {
  view.insertNew('message', {
    ...NEW_MESSAGE,
    ...{ clientId, chat: contactJid, id: messageId, fromMe: true, atSec: atSec as number },
    ...{ type: type as string, text: text as string | null, quotedId: quotedId as string | null },
    ...{ status: 'PENDING', origin: 'flow', bytes: bytes as Uint8Array, seq: view.nextSeq('message') },
  })
}

const outboxStatements: Statements = {
  outbox_read_unsent(view, [clientId, loaded, limit, paused]) {
    const isWanted = (row: Outbox) =>
      row.clientId === clientId &&
      isUnsent(row) &&
      !(loaded as string[]).includes(row.id) &&
      !(paused as string[]).includes(row.contactJid)
    return view
      .find('outbox', isWanted)
      .sort((a, b) => a.seq - b.seq)
      .slice(0, limit as number)
      .map((row) => ({
        ...{
          id: row.id,
          seq: row.seq,
          chat: row.contactJid,
          runId: row.flowStateId,
          nodeId: row.nodeId,
        },
        ...{ messageId: row.messageId, content: row.content, attempts: row.attempts, status: row.status },
        nextAt: new Date(row.nextAt),
        createdAt: new Date(row.createdAt),
      }))
  },
  outbox_claim(view, columns) {
    const unsent = unnest(...columns).flatMap(([id, ...values]) => {
      const row = view.get('outbox', id as string)
      return row && isUnsent(row) ? [{ row, values }] : []
    })
    const inOrder = unsent.toSorted((one, other) => one.row.seq - other.row.seq)
    return inOrder.map(({ row, values }) => {
      const attempts = row.attempts + 1
      const { id, clientId, messageId, contactJid } = view.update('outbox', row, {
        status: 'sending',
        attempts,
      })
      storeClaimed(view, { clientId, messageId, contactJid }, values)
      return { id, attempts }
    })
  },
  outbox_release(view, [id, nextAt, takenBack, ...why]) {
    const row = view.get('outbox', id as string)
    if (row?.status !== 'sending') return []
    view.update('outbox', row, {
      status: 'pending',
      nextAt: (nextAt as Date).getTime(),
      ...toError(why),
      attempts: row.attempts - (takenBack as number),
    })
    return []
  },
  outbox_settle(view, [ids, messageIds, outcomes, atMs, errors, codes, params]) {
    const settled = unnest(ids, messageIds, outcomes, atMs, errors, codes, params)
    for (const [, messageId, , at, ...why] of settled)
      settleMessage(view, messageId, Math.floor((at as number) / 1_000), why)
    return settled.flatMap(([id, , outcome, at, ...why]) => {
      const row = view.get('outbox', id as string)
      if (!row || !isUnsent(row)) return []
      const ackedAt = outcome === 'sent' ? (at as number) : null
      view.update('outbox', row, { status: outcome as string, ...toError(why), ackedAt })
      return [{ id }]
    })
  },
  chat_settle(view, columns) {
    return unnest(...columns).flatMap(([clientId, id, atSec, ...why]) => {
      settleMessage(view, id, atSec as number | null, why)
      return findOwn(view, id).map(({ chat, status, error, errorCode, errorParams, atSec: at }) => ({
        ...{ clientId, id, chat, status, error, errorCode, errorParams, atSec: at, bytes: null },
      }))
    })
  },
  chat_settle_left(view, [clientId, ...why]) {
    const isLeft = (row: Message) =>
      row.clientId === clientId &&
      row.status === 'PENDING' &&
      row.fromMe &&
      view.find('outbox', (item) => item.messageId === row.id && isUnsent(item)).length === 0
    return view.find('message', isLeft).map((row) => {
      view.update('message', row, { status: 'ERROR', ...toError(why) })
      return { id: row.id }
    })
  },
}

function storeArrived(view: View, values: readonly unknown[]): object[] {
  const [clientId, journalIds, ...columns] = values.slice(0, -2)
  const isHeld = findHeld(view, values.at(-2), [clientId], [values.at(-1)]).length > 0
  const refused =
    isHeld || view.storage.mutations.storesUnheld ? [] : [{ id: null, chat: null, fromMe: null, seq: null }]
  for (const row of view.find('journal', (item) => (journalIds as string[]).includes(item.id)))
    view.remove('journal', row)
  const isOurs = (id: unknown) =>
    findOwn(view, id).some(({ origin }) => origin === 'api' || origin === 'flow') ||
    view.find('outbox', (row) => row.messageId === id).length > 0
  const stored = unnest(...columns).flatMap((row) => {
    const [chat, id, fromMe, participant, atSec, type, text, pushName, quotedId, origin, bytes] = row
    if (fromMe && isOurs(id)) return []
    const message = {
      ...{ chat, id, fromMe, participant, atSec, type, text, pushName, quotedId, origin, bytes },
      ...{
        clientId,
        status: fromMe ? 'SERVER_ACK' : 'DELIVERY_ACK',
        serverAt: toMs(atSec),
        seq: view.nextSeq('message'),
      },
      ...{ deliveredAt: fromMe ? null : view.now, readAt: null, playedAt: null, votes: null, ...NO_ERROR },
      ...{ editedAt: null, revokedAt: null },
    } as Message
    if (!view.insertNew('message', message)) return []
    noteWritten(view, message)
    return [{ id, chat, fromMe, seq: message.seq }]
  })
  return [...stored, ...refused]
}

const KINDS = ['serverAt', 'deliveredAt', 'readAt', 'playedAt'] as const

function statusAfter({ status }: Message, rank: number, isRefusal: boolean): string {
  if (rank > LADDER.indexOf(status) + 1) return LADDER[rank - 1] ?? status
  return isRefusal ? 'ERROR' : status
}

function receive(
  view: View,
  row: Message,
  secs: readonly unknown[],
  rank: number,
  refused: readonly unknown[],
): void {
  const isRefusal = rank === 0 && (row.status === 'PENDING' || row.status === 'SERVER_ACK')
  const status = statusAfter(row, rank, isRefusal)
  const times = KINDS.map((kind, at) => row[kind] ?? toMs(secs[at]))
  const adds = KINDS.some((kind, at) => row[kind] !== times[at])
  if (status === row.status && !isRefusal && !adds) return
  const error = rank > 0 ? NO_ERROR : isRefusal ? toError(refused) : {}
  const named = Object.fromEntries(KINDS.map((kind, at) => [kind, times[at] ?? null]))
  view.update('message', row, { ...named, status, ...error })
}

const messageStatements: Statements = {
  chat_store_arrived: (view, values) => storeArrived(view, values),
  chat_receive: (view, [, ids, fromMe, server, delivered, read, played, ranks, ...refused]) =>
    unnest(ids, fromMe, server, delivered, read, played, ranks).flatMap(([id, isOurs, ...told]) =>
      findOwn(view, id, isOurs as boolean).map((row) => {
        receive(view, row, told.slice(0, 4), told[4] as number, refused)
        return { id, fromMe: isOurs }
      }),
    ),
  chat_find_message: (view, [, id, chat, fromMe]) =>
    view
      .find(
        'message',
        (row) => row.id === id && row.chat === chat && (fromMe === null || row.fromMe === fromMe),
      )
      .slice(0, 1)
      .map(({ seq, participant, atSec, type, text, bytes, ...row }) => ({
        ...{ seq, id: row.id, chat: row.chat, fromMe: row.fromMe, participant, atSec, type, text, bytes },
      })),
  chat_edit(view, [, id, chat, fromMe, text, bytes, atSec]) {
    const atMs = (atSec as number) * 1_000
    const rows = view.find('message', (row) => row.id === id && row.chat === chat && row.fromMe === fromMe)
    return rows.flatMap((row) => {
      view.lock('message', String(row.seq))
      const { revokedAt, editedAt, text: textBefore } = row
      const isNews = editedAt === null || editedAt < atMs || (editedAt === atMs && textBefore !== text)
      if (revokedAt !== null || !isNews) return []
      view.update('message', row, { text: text as string, bytes: bytes as Uint8Array, editedAt: atMs })
      return [{ textBefore }]
    })
  },
  chat_is_stored: (view, [, id, chat, fromMe]) =>
    view.find('message', (row) => row.id === id && row.chat === chat && row.fromMe === fromMe).length > 0
      ? [{ stored: true }]
      : [],
  chat_revoke(view, [, id, chat, fromMe, atSec]) {
    const isMeant = (row: Message) =>
      row.id === id && row.chat === chat && row.fromMe === fromMe && row.revokedAt === null
    return view.find('message', isMeant).map((row) => {
      const revokedAt = (atSec as number) * 1_000
      const { type } = view.update('message', row, { type: 'revoked', text: null, bytes: null, revokedAt })
      return { type }
    })
  },
  chat_vote(view, [, id, chat, fromMe, by, options]) {
    const rows = view.find('message', (row) => row.id === id && row.chat === chat && row.fromMe === fromMe)
    return rows.map((row) => {
      view.update('message', row, { votes: { ...row.votes, [by as string]: readJson<string[]>(options) } })
      return { type: row.type }
    })
  },
  chat_vote_planned: (view, [, messageId]) =>
    view.find('outbox', (row) => row.messageId === messageId).map(({ id }) => ({ id })),
  chat_touch: () => [],
  // People write on the phone here, never by the API, which alone leaves such rows.
  chat_read_person_sends: () => [],
  chat_timer_read: () => [],
  reach_out_read: () => [{ until: null }],
  reach_out_write: () => [],
  // The simulated network sets no limit on new chats.
  new_chats_read: () => [{ total: null, used: null, level: null, cycleStart: null, cycleEnd: null }],
  new_chats_write: () => [],
}

const contactStatements: Statements = {
  contact_find: (view, [, addresses]) =>
    view
      .find('contact', ({ id, lid, phone }) =>
        [id, lid, phone].some((one) => (addresses as unknown[]).includes(one)),
      )
      .map(({ clientId: _clientId, ...row }) => row),
  contact_insert: (view, [clientId, ...columns]) =>
    unnest(...columns).flatMap(([id, phone, lid, name, notify, username]) => {
      const row = { clientId, id, phone, lid, name, notify, username } as Tables['contact']
      return view.insertNew('contact', row) ? [{ id }] : []
    }),
  contact_strays: () => [],
  contact_lock_addresses: () => [{}],
  contact_lock: (view, [, id]) => (view.get('contact', id as string) ? [{ id }] : []),
  contact_update(view, [, ...columns]) {
    for (const [id, phone, lid, name, notify, username] of unnest(...columns)) {
      const row = view.get('contact', id as string)
      if (row)
        view.update('contact', row, { phone, lid, name, notify, username } as Partial<Tables['contact']>)
    }
    return []
  },
}

/** The leases that are held still, which none is after a crash of the server. */
function findHeld(view: View, owner: unknown, clientIds: unknown, epochs: unknown): unknown[][] {
  if (!view.get('databaseLife', 'single')) return []
  return unnest(clientIds, epochs).filter(([clientId, epoch]) => {
    const lease = view.get('lease', clientId as string)
    return lease?.owner === owner && lease?.epoch === epoch
  })
}

/** What a worker writes of its client; what only people look at is left out. */
const workerStatements: Statements = {
  credential_commit_keys(view, [owner, clientIds, epochs, clients, types, ids, values]) {
    const held = findHeld(view, owner, clientIds, epochs)
    for (const [, , id, value] of held.length > 0 ? unnest(clients, types, ids, values) : []) {
      const known = view.get('credentialKey', id as string)
      if (known) view.update('credentialKey', known, { value })
      else view.insert('credentialKey', { id: id as string, value })
    }
    return held.map(([client_id]) => ({ client_id }))
  },
  // Keys do not come with it here.
  credential_commit_journal(
    view,
    [owner, clientIds, epochs, , , , , journalClients, ids, stanzas, plaintexts],
  ) {
    const held = findHeld(view, owner, clientIds, epochs)
    if (held.length === 0) return []
    for (const [clientId, id, stanza, plaintext] of unnest(journalClients, ids, stanzas, plaintexts)) {
      const row = { clientId, id, stanza, plaintext, seq: view.nextSeq('journal') } as Tables['journal']
      view.insertNew('journal', row)
    }
    return held.map(([client_id]) => ({ client_id }))
  },
  database_life_begin(view) {
    if (!view.insertNew('databaseLife', { id: 'next' })) return []
    for (const lease of view.find('lease')) view.update('lease', lease, { epoch: lease.epoch + 1 })
    return [{ id: 'next' }]
  },
  journal_read: (view) =>
    view
      .find('journal')
      .sort((a, b) => a.seq - b.seq)
      .map(({ id, stanza, plaintext }) => ({ id, stanza, plaintext })),
  client_addresses: () => [],
  client_status: () => [],
  client_desired: () => [],
}

export const chatStatements: Statements = {
  ...outboxStatements,
  ...messageStatements,
  ...contactStatements,
  ...workerStatements,
}
