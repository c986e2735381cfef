import type { OperationName } from '../../contract/index.ts'
import * as a from './answered-resources.ts'
import { CAMPAIGN_ANSWERS } from './campaigns/campaigns.ts'
import { CONNECTION_ANSWERS } from './connection-answers.ts'
import { DATA_ANSWERS } from './data-answers.ts'
import { FLOW_STEP_ANSWERS, FLOW_TEST_ANSWERS } from './flow-test-answers.ts'
import { CALL_ANSWERS, GROUP_ANSWERS } from './group-answers.ts'
import { EXAMPLE_IDS, EXAMPLE_JID, EXAMPLE_NUMBER } from './ids.ts'
import { INCOMING_ANSWERS } from './incoming-answers.ts'
import { KNOWLEDGE_ANSWERS } from './knowledge-answers.ts'
import { MODEL_ANSWERS } from './model-answers.ts'
import { RESULT_ANSWERS } from './result-answers.ts'
import { WORKSPACE_ANSWERS } from './workspace-answers.ts'

const { clientId, flowId, flowStateId, proxyId, userId, otherId } = EXAMPLE_IDS
const { AT } = a
const success = { success: true }
const lastPage = { nextCursor: null }
type Answers = Readonly<Record<string, unknown>>

const CHAT = {
  'chat.sendMessage': a.sendResult,
  'chat.reactMessage': {
    ...a.sendResult,
    res: { ...a.sendResult.res, message: { reactionMessage: { text: '👍' } } },
  },
  'chat.forwardMessage': a.sendResult,
  'chat.sendAlbum': {
    ...a.sendResult,
    res: {
      ...a.sendResult.res,
      message: { albumMessage: { expectedImageCount: 2 } },
      items: [
        { key: { ...a.messageKey, id: '3EB0C767D097B7C7A1C6' }, status: 'SERVER_ACK' },
        { key: { ...a.messageKey, id: '3EB0C767D097B7C7A1C7' }, status: 'SERVER_ACK' },
      ],
    },
  },
  'chat.editMessage': a.sendResult,
  'chat.readMessages': { type: 'success', client: clientId, message: '1 message is marked as read.' },
  'chat.getConversationMessages': { messages: [a.message], ...lastPage },
  'chat.fetchContacts': { contacts: [a.contact] },
  'chat.listConversations': {
    conversations: [
      {
        ...{ clientId, jid: EXAMPLE_JID, displayName: 'Ana', unreadCount: 0, lastMessage: a.message },
        ...{ state: 'open', assignee: null, department: null, waitingSince: null, labels: ['Urgent'] },
        ...{ picture: null, marks: [] },
      },
    ],
    ...lastPage,
  },
  'chat.sharePresence': { success: true },
  'chat.listMessages': {
    messages: [{ ...a.messageDetails, failure: null, quoted: null, file: null, sender: null }],
    ...lastPage,
  },
  'chat.searchMessages': { messages: [a.message], ...lastPage },
  'chat.getMessage': a.messageDetails,
  'chat.explain': a.messageFate,
  'chat.downloadMedia': a.mediaFile,
  'chat.deleteMessage': a.sendResult,
  'chat.sendPresence': { type: 'success', client: clientId, message: 'The presence is shown.' },
  'contacts.check': {
    contacts: [{ phoneNumber: EXAMPLE_NUMBER, exists: true, jid: EXAMPLE_JID, lid: '100000000000001@lid' }],
  },
  ...DATA_ANSWERS,
  'contacts.profilePicture': { jid: EXAMPLE_JID, state: 'none', id: null, url: null, fileUrl: null },
} satisfies Answers

const nothingWaits = { waiting: 0, oldestAt: null }
const nobodyMoved = { stopped: [], restarted: [], failed: [] }
const started = { message: 'The worker is running and connected.', socketId: otherId }

const SERVICE = {
  'server.ping': { message: 'pong', version: '1.0.0', uptimeSec: 12, time: AT },
  'server.qr': {
    message: 'A QR code is waiting to be scanned.',
    data: '2@AbCdEf,GhIjKl,MnOpQr,StUvWx',
    expiresAt: AT,
    pairingCode: null,
  },
  'server.status': {
    version: '1.0.0',
    runtime: 'v26.9.0',
    startedAt: AT,
    memoryBytes: 180_000_000,
    database: { version: 'PostgreSQL 18.4', sizeBytes: 52_000_000, latencyMs: 1.2 },
    webVersions: [
      {
        network: 'whatsapp',
        version: '2.3000.1044017588',
        source: 'page',
        confirmedAt: AT,
        isOld: false,
        newest: '2.3000.1044017588',
        checkedAt: AT,
        problem: null,
      },
    ],
    hosts: [{ id: 'host-1', clients: 1 }],
    clients: { total: 1, running: 1, unowned: 0, byStatus: { connected: 1 } },
    backlog: { inbound: nothingWaits, outbound: nothingWaits, webhooks: nothingWaits, timers: nothingWaits },
    counts: {
      users: 1,
      flows: 1,
      activeFlows: 1,
      openRuns: 1,
      messages: 250,
      proxies: 0,
      failedProxies: 0,
    },
  },
  'worker.start': started,
  'worker.stop': { message: 'The worker is stopped.' },
  'worker.restart': started,
  'worker.logout': { message: 'The linked device is removed.' },
  'worker.pairingCode': {
    message: 'Type the code into the phone: Linked devices, then link with the phone number.',
    code: 'AB12-CD34',
    phoneNumber: '+447700900123',
    expiresAt: AT,
  },
  'worker.passkey.get': {
    message: 'The network asks for the passkey of the account before it links this device.',
    waitsFor: 'signature',
    options: { challenge: 'bm9uY2U', timeout: 600_000, rpId: 'whatsapp.com', userVerification: 'required' },
    code: null,
    expiresAt: AT,
  },
  'worker.passkey.answer': {
    message: 'The network took it. Ask worker.passkey.get whether a code has to be compared.',
  },
  'worker.passkey.confirm': { message: 'The phone links the client now.' },
  'worker.list': [a.workerStatus],
  'worker.status': a.workerStatus,
  'worker.health': a.workerHealth,
  'proxy.seed': {
    seeded: 1,
    rejected: [],
    workers: { stopped: [clientId], restarted: [clientId], failed: [] },
    stats: [{ proxyId, clientCount: 1 }],
  },
  'proxies.list': [a.poolProxy],
  'proxies.test': a.testedProxy,
  'proxies.remove': { removed: [proxyId], workers: nobodyMoved },
  'events.list': {
    events: [
      {
        id: '1043',
        name: 'client.status',
        clientId,
        data: { status: 'connected', code: 'CONNECTED', detail: null, cause: null, rawCode: null },
        createdAt: AT,
      },
    ],
    nextCursor: '1043',
  },
  'webhooks.list': [a.webhook],
  'webhooks.create': { ...a.webhook, secret: 'whsec_c2VjcmV0IG9mIHRoZSBleGFtcGxl' },
  'webhooks.update': { ...a.webhook, isEnabled: false },
  'webhooks.delete': success,
  'webhooks.rotateSecret': { ...a.webhook, secret: 'whsec_c2VjcmV0IG9mIHRoZSBleGFtcGxl' },
  'webhooks.test': { success: true, status: 204, durationMs: 35, error: null, failure: null },
  'webhooks.deliveries': {
    deliveries: [
      {
        id: '7',
        eventId: '1043',
        name: 'message.received',
        status: 'delivered',
        attempts: 1,
        nextAttemptAt: null,
        lastStatus: 204,
        lastError: null,
        lastFailure: null,
        lastDurationMs: 35,
        lastTriedAt: AT,
        createdAt: AT,
        settledAt: AT,
      },
    ],
    ...lastPage,
  },
  'webhooks.replay': { replayed: 1 },
} satisfies Answers

const ended = { ...a.flowState, state: 'cancelled', currentNodeId: null }
const count = { times: 12, runs: 10 }

const FLOWS = {
  'flows.list': [a.publishedFlow],
  'flows.import': a.flow,
  'flows.publish': a.publishedFlow,
  'flows.unpublish': a.flow,
  'flows.states.get': a.flowState,
  'flows.states.events': [{ event: a.flowStateEvent, transition: a.flowStateTransition }],
  'flows.states.sends': [a.flowStateSend],
  'flows.states.story': a.flowStateStory,
  'flows.states.list': { states: [{ ...a.flowState, isTest: false, contactName: 'Ana' }], ...lastPage },
  'flows.states.testedDraft': { flow: a.flowDocument },
  ...FLOW_STEP_ANSWERS,
  'flows.states.resume': a.flowState,
  'flows.states.cancel': ended,
  'flows.get': a.flow,
  'flows.update': a.flow,
  'flows.versions': { versions: [a.flowVersion], hasUnpublishedChanges: false, ...lastPage },
  'flows.getVersion': { version: a.flowVersion, flow: a.flowDocument },
  'flows.statistics': {
    runs: 10,
    isPartial: false,
    edges: [{ id: 'e1', ...count }],
    entered: [{ id: 'thanks', ...count }],
    left: [{ id: 'start', ...count }],
    timedOut: [],
    failed: [],
    resting: [],
    stays: [{ id: 'ask', times: 9, medianMs: 12_000 }],
  },
  'flows.rollback': a.flow,
  ...FLOW_TEST_ANSWERS,
  ...INCOMING_ANSWERS,
  ...RESULT_ANSWERS,
  'flows.callHttp': {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: { orders: [] },
    error: null,
  },
  'flows.delete': { success: true, cancelledRunIds: [flowStateId] },
  'flows.export': a.flowDocument,
  'flows.importTypebot': {
    flow: a.flow,
    report: [{ id: 'b1', group: 'Welcome', type: 'text', status: 'exact', note: null }],
  },
  'flows.validate': { errors: [], warnings: [] },
  'flows.duplicate': { ...a.flow, id: otherId, name: 'Orders (copy)' },
} satisfies Answers

const invitation = {
  id: otherId,
  email: 'guest@example.org',
  role: 'user',
  plan: 'free',
  invitedBy: 'Ana',
  createdAt: AT,
  expiresAt: '2026-01-08T12:00:00.000Z',
}
const secret = {
  name: 'shop',
  hosts: ['api.example.com'],
  flows: [{ id: flowId, name: 'Order status' }],
  connection: null,
  createdAt: AT,
  updatedAt: AT,
}
const pairingLink = {
  id: otherId,
  clientId,
  createdBy: 'Ada',
  createdAt: AT,
  expiresAt: AT,
  openedAt: null,
}
const noProxy = { own: null, usesPool: true }

const ACCOUNT = {
  'clients.get': a.client,
  'clients.updateMainMenuFlow': { ...a.client, mainMenuFlowId: flowId },
  'clients.setContactFlag': { success: true, cancelledRunIds: [] },
  'clients.list': [a.client],
  'clients.create': { ...a.client, phoneNumber: null, lastActivityAt: null, workerDesiredState: 'stopped' },
  'clients.update': a.client,
  'clients.delete': success,
  'clients.history': [
    {
      id: '12',
      status: 'connected',
      code: 'CONNECTED',
      message: 'The client is connected.',
      ...{ action: null, detail: null, cause: null, rawCode: null },
      createdAt: AT,
    },
  ],
  'clients.exportSession': {
    file: 'QUFBQQ==',
    fileName: '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f.parley-session',
    message: 'The session is in the file, and the client is stopped.',
  },
  'clients.importSession': { phoneNumber: '+447700900001', message: 'The client has the session.' },
  'clients.importBaileysSession': {
    phoneNumber: '+447700900001',
    source: 'baileys',
    keys: 1043,
    skippedKeys: 0,
    message: 'The session waits for its first login.',
  },
  'clients.reclaimSession': { message: 'The client has its session back.' },
  'clients.pairingLinks.create': { ...pairingLink, path: '/pair#SHOWN_ONCE' },
  'clients.pairingLinks.list': [pairingLink],
  'clients.pairingLinks.revoke': success,
  'clients.getProxy': noProxy,
  'clients.setProxy': noProxy,
  'keys.current': { scopes: null, clientIds: null, operations: ['server.ping', 'chat.sendMessage'] },
  'keys.list': [a.apiKey],
  'keys.create': { ...a.apiKey, lastUsedAt: null, usedThisHour: 0, key: 'parley_SHOWN_ONCE' },
  'keys.revoke': { ...a.apiKey, revokedAt: AT },
  'secrets.list': [secret],
  'secrets.set': secret,
  'secrets.delete': success,
  ...MODEL_ANSWERS,
  ...CONNECTION_ANSWERS,
  ...KNOWLEDGE_ANSWERS,
  'assets.list': { assets: [a.asset], ...lastPage },
  'assets.get': a.asset,
  'assets.upload': a.asset,
  'assets.delete': success,
  ...WORKSPACE_ANSWERS,
  'users.list': [a.person],
  'users.create': { ...a.person, clients: 0, password: 'SHOWN_ONCE' },
  'users.update': a.person,
  'invitations.list': [invitation],
  'invitations.create': { ...invitation, path: '/invitation#SHOWN_ONCE' },
  'invitations.revoke': success,
  'sessions.list': [
    {
      id: otherId,
      createdAt: AT,
      expiresAt: '2026-01-08T12:00:00.000Z',
      userAgent: 'Mozilla/5.0',
      ipAddress: '192.0.2.1',
    },
  ],
  'sessions.end': success,
  'audit.list': {
    entries: [
      {
        id: '9',
        userId,
        email: 'ana@example.org',
        via: 'session',
        keyId: null,
        operation: 'flows.publish',
        target: { id: flowId },
        outcome: 'done',
        requestId: otherId,
        createdAt: AT,
      },
    ],
    ...lastPage,
  },
} satisfies Answers

const SANDBOX = {
  'sandbox.scan': { message: 'A simulated phone scanned the code.', phoneNumber: '+447700900001' },
  'sandbox.contacts': [a.simulatedContact],
  'sandbox.saveContact': a.simulatedContact,
  'sandbox.groups': [a.simulatedGroup],
  'sandbox.createGroup': a.simulatedGroup,
  'sandbox.conversation': [
    {
      id: a.message.id,
      at: AT,
      fromContact: true,
      writer: { phoneNumber: EXAMPLE_NUMBER, name: 'Ana' },
      type: 'text',
      text: 'Hello',
      isEdited: false,
      isRevoked: false,
      reactions: { contact: null, account: null },
      quotedId: null,
      poll: null,
      votes: [],
      location: null,
      file: null,
      status: 'read',
    },
  ],
  'sandbox.send': { id: a.message.id },
  'sandbox.markRead': { read: 1 },
  'sandbox.file': { mimetype: 'text/plain', base64: 'bWVudQ==' },
} satisfies Answers

/** What each operation answers to its request among the examples; one without does not compile. */
export const ANSWER_EXAMPLES: Answers = {
  ...CHAT,
  ...GROUP_ANSWERS,
  ...CALL_ANSWERS,
  ...CAMPAIGN_ANSWERS,
  ...SERVICE,
  ...FLOWS,
  ...ACCOUNT,
  ...SANDBOX,
} satisfies Record<OperationName, unknown>
