import type { Bus } from '../../../bus/port.ts'
import type { CallContext, Handlers } from '../../../contract/handlers.ts'
import { fromPhoneNumber } from '../../../core/addresses.ts'
import { isConnectedCode } from '../../../core/client/client-status.ts'
import type { ConversationEvent } from '../../../core/conversation/flow-event.ts'
import { missing, refusal } from '../../../core/errors.ts'
import type { RefusalParams } from '../../../core/refusal-reasons.ts'
import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'
import { findContactId } from '../../contacts/index.ts'
import { createSecretUse, type PhoneTests } from '../../flows/index.ts'
import { runOnce } from '../../idempotency/index.ts'
import { LIVE_SQL } from '../records/live-runs.ts'
import { type RequestOutcome, refuseRequest } from './requests.ts'
import { toFlowState } from './run-operations.ts'
import { runStore } from './run-pages.ts'
import { sourceOf } from './starts.ts'

type TestHandler = Handlers['flows']['testOnPhone']
type TestInput = Parameters<TestHandler>[0]

export interface DraftTestDeps {
  db: Database
  bus: Pick<Bus, 'request'>
  newId: () => string
  drafts: Pick<PhoneTests, 'allowTest' | 'keepDraft'>
  /** Hands a request to its conversation and answers what it came to. */
  request(event: ConversationEvent): Promise<RequestOutcome>
}

interface Way {
  isOwnNumber: boolean
  isBlacklisted: boolean
  isHandedOff: boolean
  runId: string | null
  isTest: boolean
}

/** What stands between a test and its contact. Over primary keys and the index `one_live`. */
const READ_WAY = statement<Way>(
  'draft_test_way',
  `select regexp_replace(coalesce(k.phone_number, ''), '\\D', '', 'g') = $3 as "isOwnNumber",
     coalesce(a.blacklist, false) as "isBlacklisted",
     coalesce(a.handoff_until > now(), false) or coalesce(s.state = 'handed_off', false) as "isHandedOff",
     s.id as "runId", coalesce(s.is_test, false) as "isTest"
   from client k
   left join contact_automation a on a.client_id = k.id and a.jid = $2
   left join flow_state s on s.client_id = k.id and s.contact_jid = $2 and s.${LIVE_SQL}
   where k.id = $1`,
)

/** Live and parked ones. Indexes `one_live` and `flow_state_dormant`. */
const READ_TESTS = statement<{ id: string }>(
  'draft_tests_active',
  `select s.id from flow_state s
   where s.client_id = $1 and s.contact_jid = $2 and s.is_test and (s.${LIVE_SQL} or s.state = 'dormant') order by s.created_at`,
)

const READ_EVENT = statement<{ seq: number }>(
  'draft_test_event',
  'select seq from inbound_event where client_id = $1 and event_id = $2',
)

const ASK_TIMEOUT_MS = 5_000

const conflict = <Reason extends 'OWN_NUMBER' | 'HANDOFF' | 'RUN_EXISTS'>(
  reason: Reason,
  params: RefusalParams[Reason],
  runId: string | null = null,
) => refusal('CONFLICT', reason, params, { data: runId === null ? {} : { flowStateId: runId } })

function refuseWay({ isOwnNumber, isBlacklisted, isHandedOff, runId, isTest }: Way): void {
  if (isOwnNumber) throw conflict('OWN_NUMBER', {})
  if (isBlacklisted) throw refuseRequest({ status: 'ignored', error: 'blacklisted', refusal: null, runId })
  if (isHandedOff) throw conflict('HANDOFF', { while: 'testing' }, runId)
  if (runId === null || isTest) return
  throw conflict('RUN_EXISTS', { while: 'testing' }, runId)
}

/** Tests of drafts on phones: the draft is kept as it is, and a run of it started for one contact. */
export function createDraftTests({ db, bus, newId, drafts, request }: DraftTestDeps) {
  async function requireConnection(clientId: string): Promise<void> {
    const command = { name: 'worker.state', input: {} }
    const reply = await bus.request(clientId, command, { commandId: newId(), timeoutMs: ASK_TIMEOUT_MS })
    const { code = '' } = (reply.kind === 'ok' ? (reply.result as { code?: string } | null) : null) ?? {}
    if (isConnectedCode(code)) return
    throw refusal('SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED', { while: 'testing' })
  }

  type Caller = Pick<CallContext, 'owner' | 'principal'>

  /** Earlier tests end last of all, when nothing that can be known is in the way of the new one. */
  async function prepare(clientId: string, input: TestInput, draftId: string, { owner, principal }: Caller) {
    const { id: flowId, phoneNumber, triggerId } = input
    await requireConnection(clientId)
    const contactJid = await findContactId(db, clientId, fromPhoneNumber(phoneNumber))
    const way = await db.queryOne(READ_WAY, [clientId, contactJid, phoneNumber.slice(1)])
    if (!way) throw missing('client')
    refuseWay(way)
    await drafts.keepDraft({ flowId, phoneNumber, triggerId }, owner, draftId, createSecretUse(principal))
    for (const { id: runId } of await db.query(READ_TESTS, [clientId, contactJid])) {
      const event = { type: 'cancel_requested' as const, eventId: `cancel:${newId()}`, runId }
      await request({ clientId, contactJid, source: sourceOf(principal), event })
    }
  }

  async function start(input: TestInput, draftId: string, isRepeat: boolean, caller: Caller) {
    const { owner, principal } = caller
    const { id: flowId, phoneNumber, triggerId, inputs = {} } = input
    const clientId = await drafts.allowTest({ flowId, phoneNumber }, owner, createSecretUse(principal))
    const eventId = `test:${draftId}`
    // A repeat asks what became of the same start.
    const isUnderWay = isRepeat && (await db.queryOne(READ_EVENT, [clientId, eventId])) !== undefined
    if (!isUnderWay) await prepare(clientId, input, draftId, caller)
    const outcome = await request({
      ...{ clientId, contactJid: fromPhoneNumber(phoneNumber), source: sourceOf(principal) },
      event: {
        ...{ type: 'manual_start', eventId, flowId, draftId, inputs },
        ...(triggerId === undefined ? {} : { triggerId }),
      },
    })
    if (outcome.status !== 'processed' || outcome.runId === null) throw refuseRequest(outcome)
    const run = await runStore.read(db, outcome.runId, owner)
    if (!run) throw missing('flow state')
    return toFlowState(run)
  }

  const testOnPhone: TestHandler = (input, { owner, principal, idempotencyKey: key }) => {
    const asked = { userId: principal.userId, key, operation: 'flows.testOnPhone', body: input }
    return runOnce({ db, newMessageId: newId }, asked, async (draftId, isRepeat) => ({
      response: await start(input, draftId, isRepeat, { owner, principal }),
      final: true,
    }))
  }
  return testOnPhone
}
