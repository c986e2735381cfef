import { EXAMPLE_IDS, EXAMPLE_JID, EXAMPLE_MESSAGE_ID, EXAMPLE_NUMBER } from './ids.ts'

const { clientId, flowId, flowStateId, keyId, userId, webhookId, assetId, proxyId, otherId } = EXAMPLE_IDS

export const AT = '2026-01-01T12:00:00.000Z'
const made = { createdAt: AT, updatedAt: AT }
const MINUTE_LATER = '2026-01-01T12:01:00.000Z'
/** `AT` in whole seconds since 1970. */
const AT_SEC = 1_767_268_800

export const client = {
  id: clientId,
  userId,
  phoneNumber: '+447700900001',
  name: 'Corner shop',
  lastActivityAt: AT,
  humanHandoffDurationSec: 1800,
  mainMenuFlowId: null,
  ...made,
  workerDesiredState: 'running',
  workerStateUpdatedAt: AT,
  sendRatePerSecond: 1,
  sendBurst: 5,
  online: 'never',
}

const NODES = [
  { id: 'start', type: 'trigger.keyword', position: { x: 0, y: 0 }, data: { values: ['order'] } },
  { id: 'thanks', type: 'send.text', position: { x: 260, y: 0 }, data: { text: 'Thank you.' } },
]
const EDGES = [{ id: 'e1', source: 'start', target: 'thanks' }]

export const flow = {
  id: flowId,
  name: 'Orders',
  description: null,
  nodes: JSON.stringify(NODES),
  edges: JSON.stringify(EDGES),
  viewport: null,
  status: 'draft',
  clientId,
  userId,
  isActive: false,
  retriggerBehavior: 'continue_if_dormant',
  fallbackBehavior: 'none',
  fallbackText: null,
  ...made,
}
export const publishedFlow = { ...flow, status: 'published', isActive: true }

export const flowDocument = { version: 1, name: 'Orders', nodes: NODES, edges: EDGES }

export const flowVersion = {
  id: otherId,
  flowId,
  number: 1,
  publishedAt: AT,
  publishedBy: userId,
  publishedByName: 'Ana',
  note: null,
  isActive: true,
}

export const flowState = {
  id: flowStateId,
  flowId,
  clientId,
  contactJid: EXAMPLE_JID,
  state: 'waiting_input',
  currentNodeId: 'ask',
  context: '{"vars":{}}',
  version: 2,
  claimedUntil: null,
  claimedBy: null,
  timeoutJobId: null,
  lastEventId: otherId,
  lastEventAt: AT,
  error: null,
  ...made,
}

export const flowStateEvent = {
  id: otherId,
  flowStateId,
  eventId: EXAMPLE_MESSAGE_ID,
  eventType: 'message_received',
  source: 'chat',
  mode: 'live',
  payloadSummary: 'order',
  receivedAt: AT,
  processedAt: AT,
  status: 'processed',
  error: null,
  createdAt: AT,
}

export const flowStateTransition = {
  id: otherId,
  flowStateEventId: otherId,
  fromNodeId: 'start',
  toNodeId: 'thanks',
  nodeType: 'trigger.keyword',
  outcome: 'out',
  edgeId: 'e1',
  actions: '[]',
  contextPatch: '{}',
  createdAt: AT,
}

export const flowStateSend = {
  id: otherId,
  messageId: EXAMPLE_MESSAGE_ID,
  nodeId: 'thanks',
  type: 'text',
  text: 'Thank you.',
  status: 'DELIVERY_ACK',
  error: null,
  createdAt: AT,
}

export const flowStateStory = {
  failure: null,
  steps: [
    {
      event: {
        ...flowStateEvent,
        summary: { code: 'MESSAGE', params: { type: 'text', text: 'order' } },
      },
      transition: flowStateTransition,
    },
  ],
  sends: [{ ...flowStateSend, failure: null }],
}

export const testCase = {
  id: otherId,
  flowId,
  title: 'Hello',
  case: { title: 'Hello', script: [{ text: 'hello' }] },
  ...made,
}
export const testPhone = { phoneNumber: EXAMPLE_NUMBER, createdAt: AT }

export const messageKey = {
  remoteJid: EXAMPLE_JID,
  id: EXAMPLE_MESSAGE_ID,
  fromMe: true,
  participant: null,
}

export const sendResult = {
  type: 'success',
  client: clientId,
  message: 'The network has the message.',
  res: {
    key: messageKey,
    messageTimestamp: AT_SEC,
    status: 'SERVER_ACK',
    message: { extendedTextMessage: { text: 'Hello' } },
  },
}

export const message = {
  id: EXAMPLE_MESSAGE_ID,
  clientId,
  jid: EXAMPLE_JID,
  fromMe: true,
  timestamp: AT_SEC,
  type: 'text',
  text: 'Hello',
  status: 'READ',
  receipt: { serverAt: AT, deliveredAt: AT, readAt: MINUTE_LATER, playedAt: null },
  pushName: null,
  displayName: '+447700900001',
  starred: false,
  cursor: 'MTc2NzI2ODgwMA',
}

export const messageDetails = {
  message,
  key: messageKey,
  quotedId: null,
  reactions: { [EXAMPLE_JID]: '👍' },
  votes: {},
  editedAt: null,
  revokedAt: null,
  error: null,
  content: { extendedTextMessage: { text: 'Hello' } },
}

export const contact = {
  id: EXAMPLE_JID,
  notify: 'Ana',
  username: 'ana.b',
  lid: '100000000000001@lid',
  name: null,
  phoneNumber: EXAMPLE_NUMBER,
}
export const notedContact = {
  picture: null,
  contact,
  blacklist: false,
  favourite: false,
  tags: ['vip'],
  fields: { plan: 'Pro' },
  handoffUntil: null,
}
export const contactField = {
  name: 'plan',
  label: 'Plan',
  type: 'choice',
  choices: ['Basic', 'Pro'],
  description: null,
  createdAt: AT,
  updatedAt: AT,
}
export const contactDetails = {
  ...notedContact,
  run: { id: flowStateId, flowId, flowName: 'Orders', state: 'waiting_input' },
}
export const workerStatus = {
  clientId,
  status: 'connected',
  code: 'CONNECTED',
  message: 'The client is connected.',
  action: null,
  desiredState: 'running',
  network: 'whatsapp',
  since: AT,
  memoryBytes: 4_200_000,
  proxy: null,
  restrictedUntil: null,
  newChats: null,
}

export const workerHealth = {
  clientId,
  level: 'careful',
  findings: [
    {
      code: 'SOME_REFUSALS',
      level: 'careful',
      message: 'The network refused some messages of the last 24 hours.',
      action: 'Look at the codes; if they become more, send less.',
    },
  ],
  lastDay: {
    runningSec: 86_400,
    connectedSec: 86_310,
    connectionLosses: 2,
    sent: 412,
    sentLastHour: 18,
    mostPerHour: 3_600,
    refused: [{ code: '463', count: 1 }],
    newPeople: 6,
  },
  dayBefore: { sent: 380, unreached: 9, newPeople: 5, answered: 4 },
}

export const apiKey = {
  id: keyId,
  name: 'My system',
  prefix: 'parley_',
  lastFour: 'wxyz',
  createdAt: AT,
  lastUsedAt: AT,
  revokedAt: null,
  expiresAt: null,
  scopes: null,
  clientIds: null,
  usedThisHour: 12,
  limit: 1000,
  userId,
  userName: 'Ana',
}

export const poolProxy = {
  id: proxyId,
  protocol: 'http',
  host: 'proxy.example.com',
  port: '8080',
  user: 'u',
  state: 'working',
  problem: null,
  failure: null,
  hasPassword: true,
  fault: null,
  clientCount: 1,
  failedAt: null,
  workedAt: AT,
  mediaWorkedAt: AT,
  checkedAt: AT,
  createdAt: AT,
}

export const testedProxy = {
  ...{ id: proxyId, works: true, latencyMs: 84, media: 'passed' as const },
  ...{ fault: null, problem: null, failure: null },
}

export const testResult = { caseId: otherId, title: 'Hello', ok: true, failures: [], problems: [] }

export const webhook = {
  id: webhookId,
  url: 'https://example.com/hook',
  description: null,
  names: null,
  clientId,
  isEnabled: true,
  disabledReason: null,
  waiting: 0,
  dead: 0,
  failures: 0,
  pausedUntil: null,
  lastSuccessAt: AT,
  lastFailureAt: null,
  lastError: null,
  lastFailure: null,
  disabledFailure: null,
  ...made,
}

const SHA256 = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'
export const asset = {
  id: assetId,
  mimetype: 'text/plain',
  fileName: 'menu.txt',
  sizeBytes: 4,
  sha256: SHA256,
  url: `/api/rpc/api-reference/chat/media/${assetId}`,
  createdAt: AT,
}
export const mediaFile = {
  mediaId: assetId,
  kind: 'image',
  mimetype: 'image/jpeg',
  fileName: null,
  sizeBytes: 48_213,
  sha256: SHA256,
  url: `/api/rpc/api-reference/chat/media/${assetId}`,
  expiresAt: '2026-01-31T12:00:00.000Z',
}

export const person = {
  id: userId,
  email: 'ben@example.org',
  name: 'Ben',
  role: 'user',
  plan: 'pro',
  suspended: false,
  clients: 1,
  createdAt: AT,
}

export const simulatedContact = {
  phoneNumber: EXAMPLE_NUMBER,
  name: 'Ana',
  isOnline: true,
  lastAt: AT,
  lastText: 'Hello',
}
export const simulatedGroup = {
  jid: '120363023456789012@g.us',
  subject: 'Family',
  members: [{ phoneNumber: EXAMPLE_NUMBER, name: 'Ana' }],
}

export const messageFate = {
  messageId: message.id,
  outcome: 'ignored',
  code: 'NEAR_KEYWORD',
  params: { flowId, nodeId: 'start', keyword: 'menu', because: 'typing' },
  line: 'No keyword fits. The nearest is “menu” of “Shop”, but it is spelt otherwise.',
  hint: 'Add what was written as a keyword, or let the trigger forgive errors of typing.',
  decidedAt: AT,
  runs: [],
  sends: [],
  names: {
    flows: { [flowId]: 'Shop' },
    nodes: [{ flowId, nodeId: 'start', type: 'trigger.keyword', label: null }],
  },
}
