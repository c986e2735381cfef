import type { OwnerId } from '../../contract/handlers.ts'
import { LINKED_CODES } from '../../core/client/client-status.ts'
import { isUniqueViolation } from '../../db/connection-errors.ts'
import { type Statement, statement } from '../../db/statement.ts'
import type { Executor, Transaction } from '../../db/transaction.ts'

/** Why a link is over. `replaced`: a newer one was made for the client. */
export type PairingLinkEnd = 'linked' | 'revoked' | 'replaced' | 'expired'

export interface PairingLinkRow {
  id: string
  clientId: string
  /** The workspace of the client. */
  owner: OwnerId
  /** Who made it. */
  userId: string
  /** Name and address of who made it. */
  createdBy: string
  email: string
  clientName: string
  openedAt: Date | null
  /** Whether a browser has it open now. */
  isOpen: boolean
  createdAt: Date
  expiresAt: Date
  /** Why it does not work any more; null while it does. */
  over: PairingLinkEnd | null
  /** Whether that is written down. */
  isEnded: boolean
}

export interface NewPairingLink {
  id: string
  clientId: string
  owner: OwnerId
  userId: string
  keyId: string | null
  tokenHash: Buffer
  minutes: number
}

interface EndedLink {
  id: string
  /** Whether a page showed something to link with. */
  wasOpened: boolean
}

/** Each is bounded for one link, over all processes and restarts. */
const MAX_OPENINGS = 5
const MAX_USES = { starts: 20, codes: 5, answers: 10 } as const

export type Use = keyof typeof MAX_USES

/** How long it is told of a link why it is over. */
const KEPT_HOURS = 24

/**
 * The client was linked after the link was made, by whatever way: links are made only for clients without a session. Its
 * history says so even when it was logged out again since. By `client_state_log_by_client`, few hundred rows a client.
 */
const IS_LINKED = `exists (select from client_state_log s where s.client_id = l.client_id
  and s.created_at >= l.created_at and s.code in (${LINKED_CODES.map((code) => `'${code}'`).join(', ')}))`

/** It has the rights of who made it, and of the key that was used for it. */
const MAKER_MAY = `exists (select from "user" u where u.id = l.user_id and not u.banned)
  and exists (select from workspace_member m where m.workspace_id = c.user_id and m.user_id = l.user_id
    and m.role in ('owner', 'admin'))
  and (l.key_id is null or exists (select from api_key k where k.id = l.key_id and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > now())))`

const COLUMNS = `l.id, l.client_id as "clientId", l.user_id as "userId", c.user_id as owner, u.name as "createdBy", u.email,
  c.name as "clientName", l.opened_at as "openedAt", l.visit_hash is not null as "isOpen",
  l.created_at as "createdAt", l.expires_at as "expiresAt", l.ended_at is not null as "isEnded",
  case when l.ended_at is not null then l.ended_by when ${IS_LINKED} then 'linked' when not (${MAKER_MAY}) then 'revoked'
    when l.expires_at <= now() then 'expired' end as over`

const FROM = 'from pairing_link l join client c on c.id = l.client_id join "user" u on u.id = l.user_id'

/** By the unique indexes on token_hash and visit_hash. */
const FIND = statement<PairingLinkRow>(
  'pairing_link_find',
  `select ${COLUMNS} ${FROM} where l.token_hash = $1`,
)
const FIND_VISIT = statement<PairingLinkRow>(
  'pairing_link_find_visit',
  `select ${COLUMNS} ${FROM} where l.visit_hash = $1`,
)

/** A few rows at most: by `pairing_link_by_client`, as rows of a day ago are removed. */
const LIST = statement<PairingLinkRow>(
  'pairing_link_list',
  `select * from (
     select ${COLUMNS} ${FROM} where c.user_id = $1 and ($2::uuid is null or l.client_id = $2) and l.ended_at is null
   ) live where live.over is null order by live."createdAt" desc, live.id`,
)

/** Links of one client are made and ended one after the other. */
const LOCK_CLIENT = statement<{ id: string }>(
  'pairing_link_lock_client',
  'select id from client where id = $1 and user_id = $2 for update',
)

const INSERT = statement<never>(
  'pairing_link_insert',
  `insert into pairing_link (id, client_id, user_id, key_id, token_hash, expires_at)
   values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))`,
)

/** What ends is in the log with its end, in one statement. `which` and `why` are SQL about `l`. */
const endStatement = (name: string, which: string, why: string): Statement<EndedLink> =>
  statement(
    name,
    `with ended as (
       update pairing_link l set ended_at = now(), ended_by = ${why} where l.ended_at is null and (${which})
       returning l.id, l.client_id, l.user_id, l.ended_by, l.openings
     ), noted as (
       insert into audit_log (user_id, via, operation, target, outcome)
       select user_id, 'pairing-link', 'pairing-link.end',
         jsonb_build_object('id', id, 'clientId', client_id, 'endedBy', ended_by), 'done' from ended
     )
     select id, openings > 0 as "wasOpened" from ended`,
  )

const IS_OWNED = 'exists (select from client c where c.id = l.client_id and c.user_id = $2)'

const REPLACE = endStatement('pairing_link_replace', `l.client_id = $1 and ${IS_OWNED}`, `'replaced'`)
const REVOKE = endStatement(
  'pairing_link_revoke',
  `l.id = $3 and l.client_id = $1 and ${IS_OWNED}`,
  `'revoked'`,
)
const END = endStatement('pairing_link_end', 'l.id = $1', '$2')
/** By `pairing_link_by_age`, and of the live ones, which are few, the history of their clients. */
const END_OVER = endStatement(
  'pairing_link_end_over',
  `l.expires_at <= now() or ${IS_LINKED}`,
  `case when ${IS_LINKED} then 'linked' else 'expired' end`,
)

/** Relies on `pairing_link_by_age`. */
const REMOVE_OLD = statement<never>(
  'pairing_link_remove_old',
  `delete from pairing_link where expires_at < now() - make_interval(hours => ${KEPT_HOURS})`,
)

/** Of two browsers at once one gets it. The same one may ask again, when it never heard of the first time. */
const OPEN = statement<{ id: string }>(
  'pairing_link_open',
  `update pairing_link l set visit_hash = $2, opened_at = coalesce(l.opened_at, now()),
     openings = l.openings + case when l.visit_hash is null then 1 else 0 end
   where l.id = $1 and l.ended_at is null and l.expires_at > now()
     and (l.visit_hash = $2 or (l.visit_hash is null and l.openings < ${MAX_OPENINGS})) returning l.id`,
)

const LEAVE = statement<{ id: string }>(
  'pairing_link_leave',
  'update pairing_link set visit_hash = null, opened_at = null where id = $1 and ended_at is null returning id',
)

const countStatement = (use: Use) =>
  statement<{ id: string }>(
    `pairing_link_count_${use}`,
    `update pairing_link set ${use} = ${use} + 1 where id = $1 and ended_at is null and ${use} < ${MAX_USES[use]}
     returning id`,
  )

const COUNT = {
  starts: countStatement('starts'),
  codes: countStatement('codes'),
  answers: countStatement('answers'),
} as const

/** SQL of pairing links. */
export function createPairingLinkStore(db: Executor) {
  const isDone = async (stated: Statement<{ id: string }>, values: unknown[]): Promise<boolean> =>
    (await db.queryOne(stated, values)) !== undefined
  return {
    lockClient: async (tx: Transaction, clientId: string, owner: OwnerId): Promise<boolean> =>
      (await tx.queryOne(LOCK_CLIENT, [clientId, owner])) !== undefined,
    /** Ends the link that the client had before; the client has to be locked. */
    async write(tx: Transaction, link: NewPairingLink): Promise<void> {
      const { id, clientId, owner, userId, keyId, tokenHash, minutes } = link
      await tx.query(REPLACE, [clientId, owner])
      await tx.query(INSERT, [id, clientId, userId, keyId, tokenHash, minutes])
    },
    find: (tokenHash: Buffer) => db.queryOne(FIND, [tokenHash]),
    findVisit: (visitHash: Buffer) => db.queryOne(FIND_VISIT, [visitHash]),
    list: (owner: OwnerId, clientId: string | null) => db.query(LIST, [owner, clientId]),
    /** Undefined when there is no such link of this client and owner that still works. */
    revoke: (id: string, clientId: string, owner: OwnerId) => db.queryOne(REVOKE, [clientId, owner, id]),
    /** Ends the link that the client has; undefined when it has none that works. */
    replace: (clientId: string, owner: OwnerId) => db.queryOne(REPLACE, [clientId, owner]),
    end: (id: string, why: PairingLinkEnd) => isDone(END, [id, why]),
    /** False when another browser has it, it was opened too often, or the visit is one of another link. */
    open: (id: string, visitHash: Buffer) =>
      isDone(OPEN, [id, visitHash]).catch((error: unknown) => {
        // A visit that has another link open already opens none beside it.
        if (isUniqueViolation(error)) return false
        throw error
      }),
    leave: (id: string) => isDone(LEAVE, [id]),
    /** False when it was done as often as one link allows. */
    count: (id: string, use: Use) => isDone(COUNT[use], [id]),
    /** Safe to run at any time and anywhere. */
    async cleanUp(): Promise<void> {
      await db.query(END_OVER)
      await db.query(REMOVE_OLD)
    },
  }
}

export type PairingLinkStore = ReturnType<typeof createPairingLinkStore>
