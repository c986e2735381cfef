import { refusal } from '../../core/errors.ts'
import {
  type IncomingCall,
  LIVE_STATES,
  type RunContext,
  type RunStateName,
  readWaitSignature,
  type SignatureRule,
} from '../../core/flow/index.ts'
import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import type { FlowCatalog } from '../flows/index.ts'
import type { SecretReader } from '../secrets/index.ts'
import type { IncomingAnswer, IncomingRequest } from './incoming-request.ts'
import { refuseSignature, refuseUnknownAddress } from './refusals.ts'
import type { CalledVisit, RunAddresses } from './run-addresses.ts'
import { isSignedCall } from './verify.ts'

/** A call that a run may be waiting for. */
export interface WaitCall extends CalledVisit {
  clientId: string
  contactJid: string
  call: IncomingCall
}

export interface WaitEntranceDeps {
  db: Database
  catalog: Pick<FlowCatalog, 'load'>
  secrets: SecretReader
  runAddresses: RunAddresses
  /** Answers false when the run does not rest there. */
  receive(called: WaitCall): Promise<boolean>
  nowMs(): number
}

interface RunRow {
  userId: string
  clientId: string
  contactJid: string
  state: RunStateName
  nodeId: string | null
  context: string
  /** The visit has taken its call. */
  isTaken: boolean
}

/** By the primary key, and the unique index of events by client and event id. */
const READ_RUN = statement<RunRow>(
  'incoming_run_read',
  `select f.user_id as "userId", s.client_id as "clientId", s.contact_jid as "contactJid", s.state,
     s.current_node_id as "nodeId", s.context,
     exists (select from inbound_event e where e.client_id = s.client_id and e.event_id = $2 and e.status = 'processed')
       as "isTaken"
   from flow_state s join flow f on f.id = s.flow_id where s.id = $1`,
)

const OVER: IncomingAnswer = { status: 410, body: { status: 'over' } }
const REPEATED: IncomingAnswer = { status: 200, body: { status: 'repeated' } }
const ACCEPTED: IncomingAnswer = { status: 202, body: { status: 'accepted' } }

/** Answers calls at the addresses of runs that wait for one; refusals are thrown. */
export class WaitEntrance {
  readonly #deps: WaitEntranceDeps

  constructor(deps: WaitEntranceDeps) {
    this.#deps = deps
  }

  /** What an address is of; refuses one that was never made. */
  find(path: string): CalledVisit {
    const visit = this.#deps.runAddresses.read(path)
    if (!visit) throw refuseUnknownAddress()
    return visit
  }

  async take(at: CalledVisit, request: IncomingRequest, raw: Uint8Array): Promise<IncomingAnswer> {
    const { runId, place, visit } = at
    const run = await this.#deps.db.queryOne(READ_RUN, [runId, `call:${runId}:${place}:${visit}`])
    if (run?.isTaken) return REPEATED
    if (!run || !LIVE_STATES.includes(run.state)) return OVER
    const context = JSON.parse(run.context) as RunContext
    const count = context.visits[place] ?? 0
    // The run went on without it, or will be there again with another address.
    if (count > visit) return OVER
    const rule = await this.#readRule(run, context, at)
    if (rule === undefined) throw refusal('CONFLICT', 'NOT_WAITING', {})
    if (rule) await this.#checkSignature(run, rule, request, raw)
    const body = request.parse(raw)
    if (body instanceof Error) throw body
    const { clientId, contactJid } = run
    const call = { body, query: request.query, headers: request.headers }
    if (await this.#deps.receive({ clientId, contactJid, ...at, call })) return ACCEPTED
    throw refusal('CONFLICT', 'NOT_WAITING', {})
  }

  /** How calls of the wait are signed, null: not at all; undefined where the run does not rest at it. */
  async #readRule(
    { state, nodeId }: RunRow,
    { flowVersionId, stack, visits }: RunContext,
    { place, visit }: CalledVisit,
  ): Promise<SignatureRule | null | undefined> {
    const snapshot = (await this.#deps.catalog.load(this.#deps.db, [flowVersionId])).get(flowVersionId)
    if (!snapshot || nodeId === null || state !== 'waiting_timer') return undefined
    const resting = stack.length > 0 ? `${snapshot.flowId}:${nodeId}` : nodeId
    const node = snapshot.definition.nodes.find(({ id }) => id === nodeId)
    if (node?.type !== 'wait.webhook' || resting !== place || visits[place] !== visit) return undefined
    return readWaitSignature(node.data)
  }

  async #checkSignature(
    { userId }: RunRow,
    rule: SignatureRule,
    { headers }: IncomingRequest,
    raw: Uint8Array,
  ): Promise<void> {
    const secret = (await this.#deps.secrets.read(userId, [rule.secret])).get(rule.secret)?.value ?? ''
    const nowSec = Math.floor(this.#deps.nowMs() / 1000)
    if (!isSignedCall(rule, secret, { headers, raw, nowSec })) throw refuseSignature()
  }
}
