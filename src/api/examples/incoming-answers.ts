import { AT } from './answered-resources.ts'
import { EXAMPLE_IDS, EXAMPLE_NUMBER } from './ids.ts'

/** What follows `/api/hooks/` is 43 characters of base64url. */
const address = { nodeId: 'paid', path: '/api/hooks/SHOWN_TO_ITS_OWNER', createdAt: AT }

const call = {
  id: '17',
  receivedAt: AT,
  status: 202,
  reason: null,
  runId: EXAMPLE_IDS.flowStateId,
  sizeBytes: 25,
  headers: { 'content-type': 'application/json', 'x-hub-signature-256': '***' },
  query: {},
  body: `{"phone":"${EXAMPLE_NUMBER}"}`,
  isCut: false,
}

/** What the operations of addresses and their calls answer. */
export const INCOMING_ANSWERS = {
  'flows.incoming.list': [address],
  'flows.incoming.renew': address,
  'flows.incoming.calls': [call],
}
