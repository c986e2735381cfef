import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../bus/port.ts'
import type { Handlers } from '../contract/handlers.ts'
import { CALLBACK_PATH } from '../core/connection-kinds.ts'
import type { Database } from '../db/client.ts'
import { Campaigns } from '../features/campaigns/index.ts'
import {
  ClientService,
  type ClientStore,
  createClientHandlers,
  createClientStore,
  createHealthReader,
  createSessionHandlers,
  SessionMoves,
} from '../features/clients/index.ts'
import { ContactFields } from '../features/contacts/index.ts'
import { Chat, Runs } from '../features/conversations/index.ts'
import { Departments, listAssignees } from '../features/departments/index.ts'
import { Mailer, type ServerMail } from '../features/email/index.ts'
import { Evaluations } from '../features/evaluations/index.ts'
import { CALLERS_CHANGED, createEvents, type Events } from '../features/events/index.ts'
import { createDefinitions, createFlows, type Flows } from '../features/flows/index.ts'
import {
  createIncomingWebhooks,
  type RunAddresses,
  WebhookAddresses,
} from '../features/incoming-webhooks/index.ts'
import { Knowledge } from '../features/knowledge/index.ts'
import { Labels } from '../features/labels/index.ts'
import { createCodecs, Media, refuseAssets } from '../features/media/index.ts'
import { Embedder, McpTools, Models } from '../features/models/index.ts'
import { Notifications } from '../features/notifications/index.ts'
import { createPairingLinks } from '../features/pairing-links/index.ts'
import { createPresenceOpener } from '../features/presence/index.ts'
import { createProxyHandlers, ProxyService } from '../features/proxies/index.ts'
import { Replies } from '../features/replies/index.ts'
import { createResultHandlers } from '../features/results/index.ts'
import { createSandboxHandlers, type SandboxNetwork } from '../features/sandbox/index.ts'
import { createSecrets, type Secrets } from '../features/secrets/index.ts'
import { Tables } from '../features/tables/index.ts'
import { createInvitationStore, createPeopleHandlers, createUserStore } from '../features/users/index.ts'
import { createWebhooks } from '../features/webhooks/index.ts'
import type { NetworkConnector, NetworkTarget } from '../network/port.ts'
import { systemClock } from '../platform/clock.ts'
import type { SignUp } from '../platform/config.ts'
import { newId } from '../platform/ids.ts'
import type { Log } from '../platform/logger.ts'
import type { AddressFinder, OutboundHttp } from '../platform/outbound-http.ts'
import type { ScriptSandbox } from '../platform/scripts/script-sandbox.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import {
  describeCallFailure,
  describeStatusCause,
  flowWords,
  proxyWords,
  storedWords,
} from '../words/english.ts'
import { describeNotice } from '../words/notices/notices.ts'
import { describeWaitingEmail as describeEmail } from '../words/notices/waiting-email.ts'
import { createAccountHandlers } from './accounts/account-features.ts'
import type { Files } from './files.ts'
import { createWorkspaces } from './joined/workspaces.ts'

export interface FeatureDeps {
  db: Database
  bus: Bus
  log: Log
  connector: NetworkConnector
  box: SecretBox
  outbound: OutboundHttp & AddressFinder
  /** Default: none. */
  tracing?: Tracing
  scripts: ScriptSandbox
  /** Refuses a network this service has no server for. */
  checkNetwork(network: 'sandbox' | 'whatsapp'): void
  /** The server a network means here. */
  targetOf(network: 'sandbox' | 'whatsapp'): NetworkTarget
  /** The network that proxies are tried against. */
  mainTarget(): NetworkTarget
  /** The sandbox network that runs in this process; null where none does. */
  sandboxNetwork: SandboxNetwork | null
  /** Where runs are called. */
  runAddresses: RunAddresses
  /** Where files of messages are kept and for how long; null where they are neither sent nor taken. */
  files: Files | null
  /** By which the service itself writes to people. Default: none. */
  serverMail?: ServerMail | null
  /** Default: closed. */
  signUp?: SignUp
  /** Told when a file could not be written for want of room. */
  onFilesFull?(): void
}

/** What flows are checked against when they are published. */
const createFlowChecks = (models: Models, secrets: Secrets, fields: ContactFields) => ({
  ...flowWords,
  listSecretHosts: secrets.listHosts,
  listContactFields: (...of: Parameters<ContactFields['readDefinitions']>) => fields.readDefinitions(...of),
  listModels: (...of: Parameters<Models['listStandings']>) => models.listStandings(...of),
})

const createOwnSecrets = ({ db, box, outbound, runAddresses }: FeatureDeps): Secrets =>
  createSecrets({
    ...{ db, box, newId, http: outbound, nowMs: Date.now },
    redirectUri: `${runAddresses.origin}${CALLBACK_PATH}`,
  })

/** Why calls and proxies failed, in the language of the interface. */
const DESCRIBING = { describeCall: describeCallFailure }
const OF_PROXIES = { describeFailure: proxyWords.failure }

/** The features that live on the database, the bus and a network, joined as every process joins them. */
export function createFeatures(deps: FeatureDeps) {
  const { db, bus, log, connector, sandboxNetwork } = deps
  const secrets = createOwnSecrets(deps)
  const media = deps.files && createFiles(deps, deps.files)
  const posted = media ? { files: media } : {}
  const shared = { db, bus, newId, addresses: deps.outbound.addresses }
  const knowledge = createKnowledge(deps, secrets)
  const mcp = new McpTools({ http: deps.outbound, secrets })
  const ofModels = { http: deps.outbound, secrets, knowledge, tools: mcp, ...DESCRIBING, ...shared }
  const models = new Models(ofModels)
  const { checks, ...data } = createData(deps, models, secrets, media)
  const { flows, webhookAddresses } = createFlowParts(deps, { checks, secrets, media })
  const newMessageId = () => connector.newMessageId()
  const mailer = new Mailer({ db, secrets, addresses: deps.outbound, ...posted })
  const asked = { models, mcp, knowledge, mailer, tables: data.tables }
  const effects = { http: deps.outbound, scripts: deps.scripts, secrets, ...asked, ...posted }
  const { catalog, service } = flows
  const ofEvaluations = { models, knowledge, scripts: deps.scripts, flows: service, nowMs: Date.now }
  const evaluations = new Evaluations({ ...shared, ...ofEvaluations })
  const { tracing, runAddresses } = deps
  const drafts = service.phoneTests
  const ofRuns = { ...shared, words: storedWords, log, newMessageId, catalog, drafts, effects }
  const runs = new Runs({ ...ofRuns, tracing, urlOf: runAddresses.urlOf })
  const incomingWebhooks = createIncoming(deps, { webhookAddresses, flows, secrets, runs })
  const chat = createChat(deps, runs, media)
  const store = createClientStore(db)
  const ofClients = { ...createClientParts(deps, store), campaigns: createCampaigns(deps, runs, data) }
  const events = createEvents({ db, bus, log })
  const announceCallers = (userId: string): void => bus.publish(CALLERS_CHANGED, { userId })
  const proxies = createProxies(deps, store)
  const feeds = createFeeds(deps, events)
  const people = createPeople(deps, announceCallers)
  const ofWorkspaces = { clients: ofClients.clients, media, knowledge, announceCallers }
  const workspaces = createWorkspaces(deps, ofWorkspaces)
  return {
    db,
    announceCallers,
    people,
    workspaces,
    flows,
    evaluations,
    runs,
    incomingWebhooks,
    chat,
    media,
    ...ofClients,
    secrets,
    models,
    knowledge,
    ...data,
    proxies,
    sandboxNetwork,
    ...feeds,
  }
}

/** How others get to know what happens: of the log, of what is so only now, and people on their devices. */
function createFeeds(deps: FeatureDeps, events: Events) {
  const { db, bus, log, box, outbound: http } = deps
  const webhooks = createWebhooks({
    db,
    bus,
    log,
    box,
    http,
    newId,
    ...DESCRIBING,
    watermark: events.watermark,
  })
  const onChanged: typeof webhooks.live.take = (...changed) => webhooks.live.take(...changed)
  const presence = createPresenceOpener({ db, bus, log, onChanged, nowMs: Date.now, teams: events.teams })
  return { events, webhooks, presence, notifications: createNotifications(deps, events) }
}

function createChat({ db, bus, log, connector }: FeatureDeps, runs: Runs, media: Media | null): Chat {
  return new Chat({
    ...{ db, bus, words: storedWords, log, connector, clock: systemClock, ...(media ? { media } : {}) },
    personWrote: (...written) => runs.personWrote(...written),
    storeEvents: (tx, events) => runs.ingest(tx, events, { step: false }),
  })
}

/** Documents, and the way to the models that find them by meaning. */
function createKnowledge(deps: FeatureDeps, secrets: Secrets): Knowledge {
  const { db, outbound: http, files } = deps
  const embedder = new Embedder({ db, http, secrets })
  const own = { http, store: files?.store ?? null, addresses: http.addresses, embedder }
  return new Knowledge({ db, newId, ...own, ...DESCRIBING })
}

/** What people keep for their flows beside them, and what flows are checked against with it. */
function createData(
  { db, bus, connector }: FeatureDeps,
  models: Models,
  secrets: Secrets,
  media: Media | null,
) {
  const contactFields = new ContactFields({ db })
  const tables = new Tables({ db })
  const listTables = (...of: Parameters<Tables['readDefinitions']>) => tables.readDefinitions(...of)
  return {
    contactFields,
    tables,
    replies: new Replies({ db, newId }),
    ofAccounts: createAccountHandlers({
      ...{ db, bus, media: media ?? undefined, nowMs: Date.now },
      newMessageId: () => connector.newMessageId(),
    }),
    departments: new Departments({ db, newId }),
    labels: new Labels({ db, newId }),
    checks: {
      ...createFlowChecks(models, secrets, contactFields),
      listTables,
      listAssignees,
      definitions: createDefinitions(tables, contactFields),
    },
  }
}

function createCampaigns(
  { db, bus, log, connector }: FeatureDeps,
  runs: Runs,
  { tables }: { tables: Tables },
): Campaigns {
  return new Campaigns({
    ...{ db, bus, log, newId, newMessageId: () => connector.newMessageId() },
    storeEvents: (tx, started) => runs.ingest(tx, started, { step: false }),
    readTableRows: (...asked) => tables.readAllRows(...asked),
  })
}

function createNotifications(
  { db, bus, log, box, outbound: http, runAddresses, serverMail: mail = null }: FeatureDeps,
  { isWatching }: Pick<Events, 'isWatching'>,
): Notifications {
  const [origin, describe] = [runAddresses.origin, describeNotice]
  const written = { mail, describeEmail }
  return new Notifications({ db, bus, log, box, http, newId, origin, describe, isWatching, ...written })
}

function createPeople({ db }: FeatureDeps, onCallersChanged: (userId: string) => void) {
  const [store, invitations] = [createUserStore(db), createInvitationStore(db)]
  return createPeopleHandlers({ store, invitations, onCallersChanged })
}

function createProxies(deps: FeatureDeps, store: ClientStore): ProxyService {
  const { db, bus, box, connector } = deps
  return new ProxyService({
    ...{ db, bus, box, newId, connector, sleep, nowMs: Date.now, ...OF_PROXIES },
    mainTarget: () => deps.mainTarget(),
    ownsClient: async (clientId, userId) => (await store.read(clientId, userId)) !== null,
  })
}

interface UsedByFlows {
  checks: ReturnType<typeof createData>['checks']
  secrets: Secrets
  media: Media | null
}

/** Flows with the addresses at which other systems start them. */
function createFlowParts(
  { db, bus, box, outbound }: FeatureDeps,
  { checks, secrets, media }: UsedByFlows,
): { flows: Flows; webhookAddresses: WebhookAddresses } {
  const webhookAddresses = new WebhookAddresses({ db, box })
  const flows = createFlows({
    ...{ db, bus, newId, addresses: outbound.addresses },
    ...checks,
    calls: { http: outbound, secrets, ...DESCRIBING, ...(media ? { files: media } : {}) },
    openWebhooks: (...of) => webhookAddresses.ensure(...of),
    ...(media ? { files: media.assets } : {}),
  })
  return { flows, webhookAddresses }
}

interface UsedByCalls {
  webhookAddresses: WebhookAddresses
  flows: Flows
  secrets: Secrets
  runs: Runs
}

/** What answers calls of other systems. */
function createIncoming(
  { db, log, runAddresses }: FeatureDeps,
  { webhookAddresses, flows, secrets, runs }: UsedByCalls,
) {
  return createIncomingWebhooks({
    ...{ db, log, newId, nowMs: Date.now },
    secrets: { read: secrets.readStored },
    addresses: webhookAddresses,
    catalog: flows.catalog,
    flows: flows.service,
    runAddresses,
    start: (asked) => runs.startOutside(asked),
    receive: (called) => runs.receiveCall(called),
  })
}

function createClientParts(deps: FeatureDeps, store: ClientStore) {
  const { db, bus, box, connector, checkNetwork } = deps
  const now = Date.now
  const clients = new ClientService({ store, bus, newId, now, checkNetwork })
  const targetOf: FeatureDeps['targetOf'] = (network) => deps.targetOf(network)
  const sessions = new SessionMoves({
    ...{ db, bus, connector, clients, newId, sleep, box, now, targetOf },
    describeCause: describeStatusCause,
  })
  const pairingLinks = createPairingLinks({ db, clients, sessions, newId, now })
  const readHealth = createHealthReader({ db, clients, now })
  return { clients, sessions, pairingLinks, readHealth }
}

function createFiles({ db, log, outbound, onFilesFull }: FeatureDeps, files: Files): Media {
  const { store, retentionDays, ffmpegPath } = files
  const codecs = createCodecs(ffmpegPath)
  const media = { db, log, store, codecs, http: outbound, newId, nowMs: Date.now, retentionDays }
  return new Media({ ...media, ...(onFilesFull && { onFull: onFilesFull }) })
}

export type Features = ReturnType<typeof createFeatures>

/** Of the features; those of keys, of the audit log and of the process itself are added by who serves them. */
export type FeatureHandlers = Omit<Handlers, 'keys' | 'audit' | 'server'> & {
  server: Pick<Handlers['server'], 'qr'>
}

export function createFeatureHandlers(features: Features): FeatureHandlers {
  const { flows, runs, chat, clients, sandboxNetwork } = features
  const { qr, ...own } = createClientHandlers({
    service: clients,
    readHealth: features.readHealth,
    checkMainMenuFlow: (...menu) => flows.service.checkMainMenuFlow(...menu),
    setContactFlag: (...flag) => runs.setContactFlag(...flag),
  })
  const { ofClient, ...ofProxies } = createProxyHandlers(features.proxies, proxyWords)
  return {
    ...own,
    ...ofProxies,
    clients: {
      ...own.clients,
      ...ofClient,
      ...createSessionHandlers(features.sessions),
      pairingLinks: features.pairingLinks.handlers,
    },
    chat: chat.handlers,
    status: chat.statusHandlers,
    contacts: {
      ...chat.contactHandlers,
      ...runs.contactHandlers,
      fields: features.contactFields.handlers,
    },
    ...features.ofAccounts,
    evaluations: features.evaluations.handlers,
    replies: features.replies.handlers,
    campaigns: features.campaigns.handlers,
    departments: features.departments.handlers,
    labels: features.labels.handlers,
    approvals: runs.approvalHandlers,
    secrets: features.secrets.handlers,
    models: features.models.handlers,
    tables: features.tables.handlers,
    knowledge: features.knowledge.handlers,
    assets: features.media?.assets.handlers ?? refuseAssets,
    events: features.events.handlers,
    ...features.people,
    workspaces: features.workspaces,
    webhooks: features.webhooks.handlers,
    notifications: features.notifications.handlers,
    server: { qr },
    sandbox: createSandboxHandlers(clients, sandboxNetwork),
    flows: {
      ...flows.handlers,
      incoming: features.incomingWebhooks.handlers,
      results: createResultHandlers({ db: features.db, catalog: flows.catalog, flows: flows.service }),
      testOnPhone: runs.testOnPhone,
      steps: runs.steps,
      states: runs.handlers,
    },
  }
}
