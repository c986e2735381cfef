import type { EventSummary, Explanation, PauseCause } from '../../../src/core/flow/index.ts'

/** The columns of PostgreSQL's tables that the statements of a run touch. Times are milliseconds since 1970. */
export interface Tables {
  flow: { id: string; clientId: string; isActive: boolean; publishedVersionId: string }
  flowVersion: { id: string; flowId: string; n: number; doc: string }
  flowState: {
    id: string
    flowId: string
    flowVersionId: string
    clientId: string
    contactJid: string
    state: string
    currentNodeId: string | null
    context: string
    version: number
    claimedUntil: number | null
    claimedBy: string | null
    timeoutJobId: string | null
    lastEventId: string | null
    lastEventAt: number | null
    error: string | null
    errorMessage: string | null
    errorCode: string | null
    errorParams: unknown
    createdAt: number
    updatedAt: number
  }
  inboundEvent: {
    seq: number
    clientId: string
    contactJid: string
    eventId: string
    eventType: string
    source: string
    v: number
    event: Record<string, unknown>
    refusal: unknown
    receivedAt: number
    processedAt: number | null
    status: string
    error: string | null
    explanation: Explanation | { code: 'GIVEN_UP'; params: { reference: string } } | null
    attempts: number
  }
  flowStateEvent: {
    id: string
    seq: number
    flowStateId: string
    eventId: string
    eventType: string
    source: string
    payloadSummary: string
    summary: EventSummary
    receivedAt: number
    status: string
    error: string | null
  }
  flowStateTransition: {
    id: string
    seq: number
    flowStateEventId: string
    fromNodeId: string | null
    toNodeId: string | null
    nodeType: string
    outcome: string
    edgeId: string | null
    actions: string
    contextPatch: string
  }
  flowMark: {
    flowStateId: string
    kind: string
    name: string
    flowId: string
    clientId: string
    contactJid: string
    arm: string | null
    amount: number | null
  }
  outbox: {
    id: string
    seq: number
    clientId: string
    contactJid: string
    flowStateId: string | null
    nodeId: string | null
    messageId: string
    content: Record<string, unknown>
    status: string
    attempts: number
    nextAt: number
    ackedAt: number | null
    error: string | null
    errorCode: string | null
    errorParams: object | null
    createdAt: number
  }
  timer: {
    id: string
    flowStateId: string
    kind: string
    dueAt: number | null
    awaitsSendId: string | null
    firedAt: number | null
  }
  effect: {
    id: string
    seq: number
    clientId: string
    flowStateId: string
    nodeId: string
    kind: string
    awaited: boolean
    request: unknown
    attempts: number
    nextAt: number
    claimedBy: string | null
    claimedUntil: number | null
  }
  contactAutomation: {
    clientId: string
    jid: string
    blacklist: boolean
    favourite: boolean
    handoffUntil: number | null
    handoffBy: PauseCause | null
    tags: string[]
    fields: Record<string, unknown>
    lastFlowAt: Record<string, string>
    lastInboundAt: number | null
  }
  contact: {
    clientId: string
    id: string
    phone: string | null
    lid: string | null
    name: string | null
    notify: string | null
    username: string | null
  }
  message: {
    seq: number
    clientId: string
    chat: string
    id: string
    fromMe: boolean
    participant: string | null
    atSec: number
    type: string
    text: string | null
    status: string
    serverAt: number | null
    deliveredAt: number | null
    readAt: number | null
    playedAt: number | null
    pushName: string | null
    quotedId: string | null
    origin: string
    bytes: Uint8Array | null
    votes: Record<string, string[]> | null
    editedAt: number | null
    revokedAt: number | null
    error: string | null
    errorCode: string | null
    errorParams: object | null
  }
  earlyChange: { clientId: string; messageId: string; seq: number; change: Record<string, unknown> }
  label: { id: string; name: string }
  conversation: { clientId: string; chat: string; state: string; lastSeq: number }
  conversationLabel: { chat: string; labelId: string }
  call: {
    clientId: string
    id: string
    chat: string
    caller: string
    creator: string
    isVideo: boolean
    state: string
    beganAt: number
    endedAt: number | null
    endedBy: string | null
    createdAt: number
  }
  groupNotice: { id: string }
  eventLog: { seq: number; clientId: string; name: string; data: Record<string, unknown> }
  journal: { seq: number; clientId: string; id: string; stanza: string; plaintext: Uint8Array }
  lease: { clientId: string; owner: string; epoch: number }
  credentialKey: { id: string; value: unknown }
  /** One row while the server has not crashed. */
  databaseLife: { id: string }
  /** The queue of jobs; a key names at most one that has not begun. */
  job: { key: string; task: string; payload: Record<string, unknown>; runAt: number }
}

export type TableName = keyof Tables

interface TableRules<Row> {
  key(row: Row): string
  /** Names in unique indexes; null where the index leaves the row out. */
  unique?: readonly ((row: Row) => string | null)[]
}

const LIVE = ['running', 'waiting_input', 'waiting_timer', 'waiting_effect', 'waiting_approval', 'handed_off']

export const isLiveState = (state: string): boolean => LIVE.includes(state)

const byId = (row: { id: string }) => row.id
const bySeq = (row: { seq: number }) => String(row.seq)

/** Primary keys and the unique indexes the statements rely on. */
export const RULES: { readonly [Name in TableName]: TableRules<Tables[Name]> } = {
  flow: { key: byId },
  flowVersion: { key: byId },
  flowState: {
    key: byId,
    unique: [
      (row) => (isLiveState(row.state) ? `one_live/${row.contactJid}` : null),
      (row) => (row.state === 'dormant' ? `one_dormant/${row.flowId}/${row.contactJid}` : null),
    ],
  },
  inboundEvent: { key: bySeq, unique: [(row) => `inbound_event_identity/${row.eventId}`] },
  flowStateEvent: { key: byId },
  flowStateTransition: { key: byId },
  flowMark: { key: (row) => `${row.flowStateId}/${row.kind}/${row.name}` },
  outbox: { key: byId, unique: [(row) => `outbox_message/${row.messageId}`] },
  timer: { key: byId },
  effect: { key: byId },
  contactAutomation: { key: (row) => row.jid },
  contact: { key: byId },
  message: { key: bySeq, unique: [(row) => `message_identity/${row.id}/${row.chat}/${row.fromMe}`] },
  earlyChange: { key: bySeq },
  label: { key: byId },
  conversation: { key: (row) => row.chat },
  conversationLabel: { key: (row) => `${row.chat}/${row.labelId}` },
  call: { key: byId },
  groupNotice: { key: byId },
  eventLog: { key: bySeq },
  journal: { key: byId },
  lease: { key: (row) => row.clientId },
  credentialKey: { key: byId },
  databaseLife: { key: () => 'single' },
  job: { key: (row) => row.key },
}

/** The columns that say why a message was not sent, of one that was. */
export const NO_ERROR = { error: null, errorCode: null, errorParams: null }
