import { type Bus, requireReply } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import { type Actor, toActor } from '../../core/conversation/conversation-entry.ts'
import { refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import { findContactId } from '../contacts/index.ts'
import { type CallPlace, readCalls, readSettings, writeSettings } from './store.ts'

type CallHandlers = Handlers['calls']

/** Longer than the network is waited for. */
const ASK_TIMEOUT_MS = 30_000

/** Asks the owner of a client to refuse a call. */
export const REFUSE_CALL_COMMAND = 'calls.refuse'

export interface RefuseCallCommand {
  callId: string
  by: Actor
}

const toCursor = ({ at, id }: CallPlace): string => Buffer.from(`${at} ${id}`).toString('base64url')

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]{8,12}Z) ([!-~]{1,128})$/

function parseCursor(cursor: string): CallPlace {
  const [, at, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (at === undefined || id === undefined || Number.isNaN(Date.parse(at)))
    throw refusal('BAD_REQUEST', 'PLACE_UNKNOWN', { list: 'pages' }, { path: 'cursor' })
  return { at, id }
}

/** Calls to the accounts of clients. */
export class Calls {
  readonly handlers: CallHandlers
  readonly #deps: { db: Database; bus: Bus; newId(): string }

  constructor(deps: { db: Database; bus: Bus; newId(): string }) {
    const { db } = deps
    this.#deps = deps
    this.handlers = {
      list: (input) => this.#list(input),
      reject: ({ clientId, callId }, ctx) => this.#reject(clientId, { callId, by: toActor(ctx.principal) }),
      getSettings: ({ clientId }) => readSettings(db, clientId),
      updateSettings: ({ clientId, ...settings }) => writeSettings(db, clientId, settings),
    }
  }

  async #list({ clientId, jid, state, cursor, limit }: Parameters<CallHandlers['list']>[0]) {
    const { db } = this.#deps
    const from = cursor === undefined ? null : parseCursor(cursor)
    const chat = jid === undefined ? null : await findContactId(db, clientId, jid)
    const found = await readCalls(db, { clientId, chat, state: state ?? null, from, limit: limit + 1 })
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    return {
      calls: rows.map(({ id, chat: ofChat, caller, beganAt, endedAt, ...row }) => ({
        ...row,
        ...{ callId: id, jid: ofChat, callerJid: caller },
        beganAt: beganAt.toISOString(),
        endedAt: endedAt?.toISOString() ?? null,
      })),
      nextCursor:
        found.length > limit && last ? toCursor({ at: last.beganAt.toISOString(), id: last.id }) : null,
    }
  }

  async #reject(clientId: string, input: RefuseCallCommand): Promise<{ success: true }> {
    const { bus, newId } = this.#deps
    const command = { name: REFUSE_CALL_COMMAND, input }
    const reply = await bus.request(clientId, command, { commandId: newId(), timeoutMs: ASK_TIMEOUT_MS })
    requireReply(reply, () => refusal('SERVICE_UNAVAILABLE', 'ACCOUNT_NOT_ASKED', {}))
    return { success: true }
  }
}
