import type { CallState } from '../../../core/conversation/call.ts'
import { statement } from '../../../db/statement.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { CallNotice } from '../../../network/port.ts'

/** A call as this batch left it. */
export interface StoredCall {
  id: string
  /** Canonical address of the conversation: the group, or who calls. */
  chat: string
  caller: string
  isVideo: boolean
  state: CallState
}

const RETURNING = `returning id, chat, caller, is_video as "isVideo", state`

/** $7: when, in whole seconds. An offer that came before changes nothing. */
const BEGIN = statement<StoredCall>(
  'chat_begin_call',
  `insert into call (client_id, id, chat, caller, creator, is_video, began_at)
   values ($1, $2, $3, $4, $5, $6, to_timestamp($7::bigint))
   on conflict (client_id, id) do nothing ${RETURNING}`,
)

/** One that rings is over. Of one whose offer never came, only that it is over is known, and only when nobody took it. */
const END = statement<StoredCall>(
  'chat_end_call',
  `insert into call (client_id, id, chat, caller, creator, is_video, began_at, state, ended_at, ended_by)
   select $1, $2, $3, $4, $5, $6, to_timestamp($7::bigint), $8, to_timestamp($7::bigint), $9
   where $8 = 'missed' or exists (select from call where client_id = $1 and id = $2)
   on conflict (client_id, id) do update
     set state = excluded.state, ended_at = excluded.ended_at, ended_by = excluded.ended_by
     where call.state = 'ringing'
   ${RETURNING}`,
)

const OVER = {
  accepted: { state: 'answered', by: 'phone' },
  refused: { state: 'refused', by: 'phone' },
  ended: { state: 'missed', by: 'contact' },
} as const

/** A call that a notice changed. */
export interface ChangedCall {
  notice: CallNotice
  call: StoredCall
}

/** Stores what the network said of calls, in its order. `idOf` gives a person's canonical address. */
export async function storeCalls(
  tx: Transaction,
  clientId: string,
  notices: readonly CallNotice[],
  idOf: (address: string) => string,
): Promise<ChangedCall[]> {
  const stored: ChangedCall[] = []
  for (const notice of notices) {
    const { callId, step, caller: person, creator, group, isVideo, atSec } = notice
    const caller = idOf(person.phone ?? person.lid ?? creator)
    const row = [clientId, callId, group ?? caller, caller, creator, isVideo, atSec]
    const call =
      step === 'offered'
        ? await tx.queryOne(BEGIN, row)
        : await tx.queryOne(END, [...row, OVER[step].state, OVER[step].by])
    if (call) stored.push({ notice, call })
  }
  return stored
}
