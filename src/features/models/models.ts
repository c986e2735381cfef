import type { CallContext, Handlers, OwnerId } from '../../contract/handlers.ts'
import { requireScope } from '../../contract/scopes.ts'
import type { AddressPolicy } from '../../core/address-policy.ts'
import { type CallFailure, toErrorCode } from '../../core/conversation/call-failure.ts'
import { refusal } from '../../core/errors.ts'
import { type AiTask, type AiTurn, MAX_HTTP_BODY_BYTES } from '../../core/flow/index.ts'
import { BASE_URLS, DEFAULT_EMBEDDING_LIMITS, DEFAULT_LIMITS, EMBEDDING_PROVIDERS } from '../../core/model.ts'
import type { RefusalParams } from '../../core/refusal-reasons.ts'
import { mayGoTo } from '../../core/secret-hosts.ts'
import { toJsonText } from '../../db/json-text.ts'
import type { Executor } from '../../db/transaction.ts'
import { refuseSecretUse } from '../flows/index.ts'
import { listNeeded } from '../secrets/index.ts'
import { type AskDeps, ModelAsker, type ModelCall, type ModelOutcome } from './ask.ts'
import { findDocuments, type KnowledgePort } from './documents.ts'
import type { McpTools } from './mcp/mcp.ts'
import {
  COUNT_OTHER_MODELS,
  DELETE_MODEL,
  LIST_MODELS,
  LIST_USED,
  type ModelRow,
  READ_MODEL,
  type Used,
  WRITE_MODEL,
} from './store.ts'

const MAX_MODELS = 50
const UNUSED: Used = { calls: 0, tokens: 0, seconds: 0, cost: 0 }

type ModelHandlers = Handlers['models']
type SetInput = Parameters<ModelHandlers['set']>[0]
type ListToolsInput = Parameters<ModelHandlers['listTools']>[0]
type AskInput = Parameters<ModelHandlers['ask']>[0]

/** What checks of flows ask about a model. */
export interface ModelStanding {
  missingSecret: string | null
  runTokens: number | null
}

export interface ModelsDeps extends AskDeps {
  /** Why a question failed, in the language of the interface. */
  describeCall(failure: CallFailure): string
  /** Those that may be called. */
  addresses: AddressPolicy
  /** Without it no server is asked for its tools. */
  tools?: Pick<McpTools, 'list'> | undefined
  /** Without it no documents are looked in. */
  knowledge?: KnowledgePort | undefined
}

type Hosts = ReadonlyMap<string, readonly string[] | null>

/** A key goes to no server but its model's, so its secret has to name that one. */
function isKeyMissing({ secret, baseUrl }: Pick<ModelRow, 'secret' | 'baseUrl'>, hostsOf: Hosts): boolean {
  if (secret === null) return false
  const hosts = hostsOf.get(secret)
  return !hosts || !mayGoTo(hosts, new URL(baseUrl).hostname)
}

function toModel(row: ModelRow, hosts: Hosts, used: ReadonlyMap<string, Used>) {
  const { calls, tokens, seconds, cost } = used.get(row.name) ?? UNUSED
  return {
    ...row,
    isKeyMissing: isKeyMissing(row, hosts),
    used: { calls, tokens, seconds: Math.round(seconds), cost },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Language models that people have set up: what they are, how much of them is used, and the way to ask them. */
export class Models {
  readonly handlers: ModelHandlers
  readonly #deps: ModelsDeps
  readonly #asker: ModelAsker

  constructor(deps: ModelsDeps) {
    this.#deps = deps
    this.#asker = new ModelAsker(deps)
    this.handlers = {
      list: async (_, { owner }) => this.#describe(owner, await deps.db.query(LIST_MODELS, [owner])),
      set: (input, ctx) => this.#set(input, ctx),
      ask: (input, ctx) => this.#askOnce(input, ctx),
      listTools: (input, ctx) => this.#listTools(input, ctx),
      async delete({ name }, { owner }) {
        const gone = await deps.db.queryOne(DELETE_MODEL, [owner, name])
        if (!gone) throw refusal('NOT_FOUND', 'NO_SUCH_MODEL', {})
        await deps.knowledge?.modelChanged?.(owner, name)
        return { success: true }
      },
    }
  }

  ask(call: ModelCall): Promise<ModelOutcome> {
    return this.#asker.ask(call)
  }

  /** A person's models by their names, for checks of flows. */
  async listStandings(db: Executor, userId: string): Promise<ReadonlyMap<string, ModelStanding>> {
    const rows = (await db.query(LIST_MODELS, [userId])).filter(({ kind }) => kind === 'chat')
    if (rows.length === 0) return new Map()
    const hosts = await this.#deps.secrets.listHosts(db, userId)
    return new Map(
      rows.map((row) => {
        const missingSecret = isKeyMissing(row, hosts) ? row.secret : null
        return [row.name, { missingSecret, runTokens: row.limits.run?.tokens ?? null }]
      }),
    )
  }

  /** Whether a limited key may have these models asked, and documents looked in, which their answers may tell of. */
  async refuseUse(
    principal: CallContext['principal'],
    owner: OwnerId,
    { names, findsDocuments }: { names: readonly string[]; findsDocuments: boolean },
  ): Promise<void> {
    const rows = await this.#deps.db.query(LIST_MODELS, [owner])
    if (rows.some(({ name, secret }) => names.includes(name) && secret !== null))
      refuseSecretUse(principal, 'model')
    // An answer could say what stands in documents that the key may not read.
    if (findsDocuments) requireScope(principal, 'knowledge:read')
  }

  async #describe(owner: OwnerId, rows: readonly ModelRow[]) {
    const { db, secrets } = this.#deps
    const hosts = await secrets.listHosts(db, owner)
    const used = new Map((await db.query(LIST_USED, [owner])).map((row) => [row.model, row]))
    return rows.map((row) => toModel(row, hosts, used))
  }

  async #set(input: SetInput, { owner, principal }: CallContext) {
    const { db, secrets, addresses, knowledge } = this.#deps
    if (input.secret !== null) refuseSecretUse(principal, 'model')
    refuseKind(input)
    const baseUrl = readBaseUrl(input, addresses)
    refuseKey({ ...input, baseUrl }, await secrets.listHosts(db, owner))
    const others = await db.queryOne(COUNT_OTHER_MODELS, [owner, input.name])
    if ((others?.count ?? 0) >= MAX_MODELS) {
      throw refusal('CONFLICT', 'TOO_MANY_MODELS', { most: MAX_MODELS })
    }
    const { name, kind, provider, modelId, dimensions, secret, inputPrice, outputPrice } = input
    const { limits = kind === 'embedding' ? DEFAULT_EMBEDDING_LIMITS : DEFAULT_LIMITS } = input
    const server = [provider, baseUrl, modelId, secret]
    const values = [owner, name, ...server, inputPrice, outputPrice, toJsonText(limits), kind, dimensions]
    const row = await db.queryOne(WRITE_MODEL, values)
    await knowledge?.modelChanged?.(owner, name)
    const [model] = row ? await this.#describe(owner, [row]) : []
    if (!model) throw new Error('the model was not written')
    return model
  }

  async #listTools({ request, timeoutMs }: ListToolsInput, { owner, principal, signal }: CallContext) {
    const called = { method: 'POST' as const, ...request, body: null }
    if (listNeeded(called).length > 0) refuseSecretUse(principal, 'call')
    const { tools, describeCall } = this.#deps
    if (!tools) throw refusal('SERVICE_UNAVAILABLE', 'CALLS_NOT_MADE_HERE', {})
    const bounds = { timeoutMs, maxBodyBytes: MAX_HTTP_BODY_BYTES, signal }
    const listed = await tools.list({ userId: owner, request: called, ...bounds })
    if (!('failure' in listed)) return { ...listed, error: null }
    const { failure } = listed
    return {
      ...{ tools: [], isWhole: false },
      error: { code: toErrorCode(failure), message: describeCall(failure) },
    }
  }

  async #askOnce(input: AskInput, { owner, principal, signal }: CallContext) {
    const { model, task, instructions, facts, prompt, turns = [], conversation, maxTokens, timeoutMs } = input
    const named = await this.#deps.db.queryOne(READ_MODEL, [owner, model, 'chat'])
    if (named && named.secret !== null) refuseSecretUse(principal, 'model')
    if (input.knowledge) requireScope(principal, 'knowledge:read')
    const found = await findDocuments(this.#deps.knowledge, owner, input.knowledge, { signal })
    const outcome = await this.#asker.ask({
      ...{ userId: owner, clientId: null, contactJid: null, flowStateId: null },
      ...{ model, conversation, timeoutMs, attempt: 1, signal },
      question: {
        task: readTask(task),
        instructions,
        facts,
        prompt,
        turns: turns.map(toTurn),
        documents: found?.documents,
        maxTokens,
      },
    })
    if (outcome.kind === 'answer') return { ...toAsked(outcome), ...(found && { sources: found.sources }) }
    const { failure } = outcome
    const error = { code: toErrorCode(failure), message: this.#deps.describeCall(failure) }
    return { usage: null, error }
  }
}

function toTurn({ said, text = '', calls = [] }: NonNullable<AskInput['turns']>[number]): AiTurn {
  if (said !== undefined) return { said }
  return {
    text,
    calls: calls.map(({ output: { value, error }, ...call }) => ({
      ...call,
      output: error === undefined ? { value } : { error },
    })),
  }
}

function toAsked({ result, usage }: Extract<ModelOutcome, { kind: 'answer' }>) {
  const answered = { usage, error: null }
  if (!('text' in result)) return { ...result, ...answered }
  const { calls = [], text } = result
  const asked = calls.map(({ id, name, input, extra }) => ({ id, name, input, ...(extra && { extra }) }))
  return { text, ...(asked.length > 0 && { calls: asked }), ...answered }
}

/** What a node of a flow is held to when it is published. */
function readTask({ mode, schema, routes = [], tools = [] }: AskInput['task']): AiTask {
  if (mode === 'reply') return { mode }
  if (mode === 'agent') return { mode, tools }
  if (mode === 'extract' && schema !== undefined) return { mode, schema }
  if (mode === 'classify' && routes.length >= 2) return { mode, routes }
  throw refusal(
    'BAD_REQUEST',
    'MODEL_TASK',
    { lacks: mode === 'extract' ? 'schema' : 'routes' },
    { path: 'task' },
  )
}

type AddressProblem = RefusalParams['MODEL_ADDRESS']['why']

/** Where the model is asked: encrypted, and at no address inside, unless an operator listed it. */
function readBaseUrl(
  { provider, baseUrl = BASE_URLS[provider] ?? '' }: SetInput,
  addresses: AddressPolicy,
): string {
  const why = findAddressProblem(baseUrl, addresses)
  if (why === null) return baseUrl.replace(/\/+$/, '')
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : ''
  throw refusal('BAD_REQUEST', 'MODEL_ADDRESS', { why, host }, { path: 'baseUrl' })
}

function findAddressProblem(baseUrl: string, addresses: AddressPolicy): AddressProblem | null {
  if (baseUrl === '') return 'missing'
  if (!URL.canParse(baseUrl)) return 'unreadable'
  const { hostname, protocol, username, password, search, hash } = new URL(baseUrl)
  if (username !== '' || password !== '' || search !== '' || hash !== '') return 'more_than_address'
  if (!addresses.permitsHost(hostname)) return 'private'
  return protocol === 'https:' || addresses.permitsPlainHost(hostname) ? null : 'plain'
}

/** Not each provider has models of each kind, and only vectors have a length. */
function refuseKind({ kind, provider, dimensions }: SetInput): void {
  if (kind === 'embedding' && !EMBEDDING_PROVIDERS.includes(provider)) {
    throw refusal('BAD_REQUEST', 'MODEL_KIND', { why: 'no_embedding' }, { path: 'provider' })
  }
  if (kind === 'chat' && dimensions !== null) {
    throw refusal('BAD_REQUEST', 'MODEL_KIND', { why: 'no_vectors' }, { path: 'dimensions' })
  }
}

const NEEDS_KEY: ReadonlySet<string> = new Set(['openai', 'anthropic', 'google'])

function refuseKey(
  { provider, secret, baseUrl }: Pick<ModelRow, 'provider' | 'secret' | 'baseUrl'>,
  hosts: Hosts,
): void {
  const refused = (why: RefusalParams['MODEL_SECRET']['why']) => {
    const params = { why, name: secret ?? '', host: new URL(baseUrl).hostname }
    return refusal('BAD_REQUEST', 'MODEL_SECRET', params, { path: 'secret' })
  }
  if (secret === null) {
    if (NEEDS_KEY.has(provider)) throw refused('missing')
    return
  }
  if (!hosts.has(secret)) throw refused('unknown')
  if (isKeyMissing({ secret, baseUrl }, hosts)) throw refused('held')
}
