import type { CallContext, Handlers, OwnerId } from '../../../contract/handlers.ts'
import type { ApprovalDecision } from '../../../core/conversation/flow-event.ts'
import { missing, type Refusal, refusal } from '../../../core/errors.ts'
import type { RunContext } from '../../../core/flow/index.ts'
import type { Database } from '../../../db/client.ts'
import { statement } from '../../../db/statement.ts'
import { findContactId, subjectOf } from '../../contacts/index.ts'
import { refuseRequest } from './requests.ts'
import { type RunHandlerDeps, toFlowState } from './run-operations.ts'
import { runStore } from './run-pages.ts'
import { sourceOf } from './starts.ts'

type ApprovalHandlers = Handlers['approvals']
type Approval = Awaited<ReturnType<ApprovalHandlers['list']>>['approvals'][number]

interface ApprovalRow {
  flowStateId: string
  flowId: string
  flowName: string
  nodeId: string | null
  clientId: string
  contactJid: string
  contactName: string | null
  isTest: boolean
  context: string
  messagesSince: number
  place: string
}

const PLACE = `(s.context::jsonb #>> '{approval,writtenAt}')`

/**
 * Over the index `flow_state_approvals`, those waiting longest first: they are few. Messages that came since are put off behind the run
 * (index `inbound_lane`).
 */
const LIST = statement<ApprovalRow>(
  'approval_list',
  `select s.id as "flowStateId", s.flow_id as "flowId", f.name as "flowName", s.current_node_id as "nodeId",
     s.client_id as "clientId", s.contact_jid as "contactJid",
     coalesce(c.name, c.notify, '@' || c.username, ${subjectOf('s.client_id', 's.contact_jid')}) as "contactName",
     s.is_test as "isTest", s.context, ${PLACE} as place,
     (select count(*)::int from inbound_event e where e.client_id = s.client_id and e.contact_jid = s.contact_jid
        and e.status in ('received', 'deferred') and e.event_type = 'message_received') as "messagesSince"
   from flow_state s join client k on k.id = s.client_id and k.user_id = $1 join flow f on f.id = s.flow_id
   left join contact c on c.client_id = s.client_id and c.id = s.contact_jid
   where s.state = 'waiting_approval' and ($2::uuid is null or s.client_id = $2)
     and ($3::text is null or s.contact_jid = $3)
     and ($4::bigint is null or (${PLACE}::bigint, s.id) > ($4, $5::uuid))
   order by ${PLACE}::bigint, s.id limit $6`,
)

/** Who decided about a text of a run, and how. */
const READ_DECISION = statement<{ as: ApprovalDecision['as']; by: string }>(
  'approval_decision',
  `select summary -> 'params' ->> 'as' as "as", summary -> 'params' ->> 'by' as by from flow_state_event
   where flow_state_id = $1 and event_type = 'approval_decided' and status = 'processed'
     and summary -> 'params' ->> 'approvalId' = $2 limit 1`,
)

const READ_NAME = statement<{ name: string }>('approval_decider', 'select name from "user" where id = $1')

/** What of the run's context a row is made of; absent only where the run went on between two statements. */
function toApproval({ context: json, place: _place, ...row }: ApprovalRow): Approval[] {
  const { approval, last } = JSON.parse(json) as RunContext
  if (!approval) return []
  const { id, text, sources, writtenAt, dueAt } = approval
  return [
    {
      ...{ ...row, id, text, asked: last?.text ?? null },
      sources: sources.map(({ title, url }) => ({ title, url })),
      writtenAt: new Date(writtenAt).toISOString(),
      dueAt: new Date(dueAt).toISOString(),
    },
  ]
}

const CURSOR = /^(\d{1,16})\.([0-9a-f-]{36})$/

function readCursor(cursor: string | undefined): [string | null, string | null] {
  if (cursor === undefined) return [null, null]
  const [, place, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (place !== undefined && id !== undefined) return [place, id]
  throw refusal('BAD_REQUEST', 'CURSOR_UNKNOWN', {}, { path: 'cursor' })
}

const toCursor = (row: ApprovalRow | undefined): string | null =>
  row ? Buffer.from(`${row.place}.${row.flowStateId}`).toString('base64url') : null

/** Why there was nothing to decide: somebody was faster, or the run went on by itself. */
async function refuseLate(db: Database, runId: string, approvalId: string): Promise<Refusal | null> {
  const decided = await db.queryOne(READ_DECISION, [runId, approvalId])
  return decided ? refusal('CONFLICT', 'APPROVAL_DECIDED', decided, { data: { flowStateId: runId } }) : null
}

type Asked = Pick<CallContext, 'owner' | 'principal'>

/** A decision is an event of the contact's conversation, in order behind those that are there: the first one counts. */
function createDecider({ db, request, newId }: RunHandlerDeps) {
  const readRun = async (id: string, owner: OwnerId) => {
    const row = await runStore.read(db, id, owner)
    if (!row) throw missing('flow state')
    return row
  }
  return async (
    { flowStateId: runId, id: approvalId }: { flowStateId: string; id: string },
    decide: (text: string) => ApprovalDecision,
    { owner, principal }: Asked,
  ) => {
    const { clientId, contactJid, context } = await readRun(runId, owner)
    const { approval } = JSON.parse(context) as RunContext
    const { name = principal.userId } = (await db.queryOne(READ_NAME, [principal.userId])) ?? {}
    const outcome = await request({
      ...{ clientId, contactJid, source: sourceOf(principal) },
      event: {
        ...{ type: 'approval_decided', eventId: `approval:${newId()}`, runId, approvalId },
        ...{ decision: decide(approval?.text ?? ''), by: { id: principal.userId, name } },
      },
    })
    if (outcome.status === 'processed') return toFlowState(await readRun(runId, owner))
    throw (await refuseLate(db, runId, approvalId)) ?? refuseRequest(outcome)
  }
}

/** Texts of models that wait for a person. Each is part of its run, so it goes wherever the run goes, and with it. */
export function createApprovalHandlers(deps: RunHandlerDeps): ApprovalHandlers {
  const { db } = deps
  const decide = createDecider(deps)
  return {
    async list({ clientId, contactJid, cursor, limit }, { owner }) {
      const isKnown = clientId !== undefined && contactJid !== undefined
      const jid = isKnown ? await findContactId(db, clientId, contactJid) : contactJid
      const after = readCursor(cursor)
      const rows = await db.query(LIST, [owner, clientId ?? null, jid ?? null, ...after, limit + 1])
      const page = rows.slice(0, limit)
      const nextCursor = toCursor(rows.length > limit ? page.at(-1) : undefined)
      return { approvals: page.flatMap(toApproval), nextCursor }
    },
    approve: ({ text, ...named }, ctx) =>
      decide(
        named,
        (written) => (text === undefined || text === written ? { as: 'approved' } : { as: 'changed', text }),
        ctx,
      ),
    decline: (named, ctx) => decide(named, () => ({ as: 'declined' }), ctx),
  }
}
