import { AT } from './answered-resources.ts'
import { EXAMPLE_IDS, EXAMPLE_JID } from './ids.ts'

const { clientId, flowStateId } = EXAMPLE_IDS

const column = {
  id: 'ask_city',
  kind: 'question',
  nodeId: 'ask_city',
  flowId: null,
  variable: 'city',
  label: 'Which city?',
  type: 'text',
}

const row = {
  id: flowStateId,
  clientId,
  contactJid: EXAMPLE_JID,
  contactName: 'Ana',
  version: 3,
  isTest: false,
  state: 'completed',
  result: 'success',
  error: null,
  createdAt: AT,
  lastEventAt: AT,
  values: { ask_city: { value: 'Lisbon', label: 'Your city?' } },
}

const HEAD = 'id,contactName,contactJid,clientId,version,state,result,createdAt,lastEventAt,Which city?'
const LINE = `${flowStateId},Ana,${EXAMPLE_JID},${clientId},3,completed,success,${AT},${AT},Lisbon`

/** What the operations about the results of flows answer. */
export const RESULT_ANSWERS = {
  'flows.results.answers': {
    columns: [column],
    rows: [row],
    lookedAt: 1,
    isPartial: false,
    nextCursor: null,
  },
  'flows.results.exportAnswers': { text: `${HEAD}\r\n${LINE}\r\n`, rows: 1, nextCursor: null },
}
