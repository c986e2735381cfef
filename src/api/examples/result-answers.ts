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

const arm = { runs: 120, people: 100, reached: 20, rate: 0.2, low: 0.1334, high: 0.2888 }
const test = {
  nodeId: 'welcome',
  label: 'Two welcomes',
  winner: null,
  goal: 'Order placed',
  isPartial: false,
  arms: [
    { id: 'a', weight: 50, ...arm, probability: 0.2 },
    { id: 'b', weight: 50, ...arm, probability: 0.8, reached: 25, rate: 0.25, low: 0.1755, high: 0.343 },
  ],
  leader: 'b',
  peopleNeeded: 1_988,
}

/** What the operations about the results of flows answer. */
export const RESULT_ANSWERS = {
  'flows.results.answers': {
    columns: [column],
    rows: [row],
    lookedAt: 1,
    isPartial: false,
    nextCursor: null,
  },
  'flows.results.goals': [{ name: 'Order placed', runs: 45, amount: 1_234.5, amounts: 45, lastAt: AT }],
  'flows.results.tests': [test],
  'flows.results.exportAnswers': { text: `${HEAD}\r\n${LINE}\r\n`, rows: 1, nextCursor: null },
}
