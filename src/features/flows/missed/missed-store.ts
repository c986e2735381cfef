import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { subjectOf } from '../../contacts/index.ts'

/** The newest texts that are looked at, of each kind. */
export const MAX_MISSED = 5_000
const MAX_RUNS = 5_000
/** Texts of one flow that stay off its list; the oldest come back. */
const MAX_DISMISSED = 5_000

/** A text that nothing understood. `nodeId` is null for one that started nothing. */
export interface MissedRow {
  nodeId: string | null
  text: string
  contactJid: string
  contactName: string | null
  at: Date
  flowStateId: string | null
}

const TEXT = `left(i.event #>> '{message,text}', 1000)`
const NAME = `coalesce(c.name, c.notify, '@' || c.username, ${subjectOf('i.client_id', 'i.contact_jid')}) as "contactName"`
const CONTACT = 'left join contact c on c.client_id = i.client_id and c.id = i.contact_jid'

/**
 * Answers that a question of the flow did not take: what became of an answer is a fact of the run's history, and its text one
 * of the event. The newest runs over `flow_state_by_flow`, then `flow_state_event_by_run`, `flow_state_transition_by_event`
 * and `inbound_event_identity`.
 */
const READ_ANSWERS = statement<MissedRow>(
  'missed_answers',
  `with run as materialized (
     select id, client_id from flow_state
     where flow_id = $1 and not is_test and created_at > now() - make_interval(days => $2)
     order by created_at desc limit ${MAX_RUNS}
   )
   select distinct on (e.received_at, i.seq) t.from_node_id as "nodeId", ${TEXT} as text, i.contact_jid as "contactJid", ${NAME},
     e.received_at as at, run.id as "flowStateId"
   from run join flow_state_event e on e.flow_state_id = run.id and e.event_type = 'message_received'
     join flow_state_transition t on t.flow_state_event_id = e.id and t.outcome = 'invalid'
     join inbound_event i on i.client_id = run.client_id and i.event_id = e.event_id
     ${CONTACT}
   where i.event #>> '{message,text}' <> ''
   order by e.received_at desc, i.seq desc limit ${MAX_MISSED}`,
)

/** Messages to the flow's client that started nothing, over `inbound_event_no_match`. */
const READ_UNMATCHED = statement<MissedRow>(
  'missed_messages',
  `select null as "nodeId", ${TEXT} as text, i.contact_jid as "contactJid", ${NAME}, i.received_at as at, null as "flowStateId"
   from flow f join inbound_event i on i.client_id = f.client_id ${CONTACT}
   where f.id = $1 and i.error = 'no_match' and i.event_type = 'message_received'
     and i.received_at > now() - make_interval(days => $2) and i.event #>> '{message,text}' <> ''
   order by i.seq desc limit ${MAX_MISSED}`,
)

const READ_DISMISSED = statement<{ nodeId: string; textKey: string }>(
  'missed_dismissed',
  'select node_id as "nodeId", text_key as "textKey" from flow_dismissed_text where flow_id = $1',
)

const DISMISS = statement<{ textKey: string }>(
  'missed_dismiss',
  `insert into flow_dismissed_text (flow_id, node_id, text_key) select $1, $2, unnest($3::text[])
   on conflict (flow_id, node_id, text_key) do update set dismissed_at = now() returning text_key as "textKey"`,
)

const DROP_OLDEST = statement<{ textKey: string }>(
  'missed_drop_oldest',
  `delete from flow_dismissed_text where ctid = any(array(
     select ctid from flow_dismissed_text where flow_id = $1 order by dismissed_at desc offset ${MAX_DISMISSED}))
   returning text_key as "textKey"`,
)

/** What nothing understood of a flow whose owner was checked; '' stands for the triggers among nodes. */
export const missedStore = {
  readAnswers: (db: Executor, flowId: string, days: number) => db.query(READ_ANSWERS, [flowId, days]),
  readUnmatched: (db: Executor, flowId: string, days: number) => db.query(READ_UNMATCHED, [flowId, days]),
  readDismissed: (db: Executor, flowId: string) => db.query(READ_DISMISSED, [flowId]),
  async dismiss(tx: Executor, flowId: string, nodeId: string, textKeys: readonly string[]): Promise<void> {
    await tx.query(DISMISS, [flowId, nodeId, [...new Set(textKeys)]])
    await tx.query(DROP_OLDEST, [flowId])
  },
}
