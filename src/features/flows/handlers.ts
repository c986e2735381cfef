import type { Handlers, Principal } from '../../contract/handlers.ts'
import { hasScope, requireScope } from '../../contract/scopes.ts'
import { type CallFailure, toErrorCode } from '../../core/conversation/call-failure.ts'
import { refusal } from '../../core/errors.ts'
import { MAX_HTTP_BODY_BYTES } from '../../core/flow/index.ts'
import { type CallPorts, callWithSecrets, listNeeded } from '../secrets/index.ts'
import type { VersionRow } from './publish/version-store.ts'
import { createSecretUse, refuseSecretUse } from './secret-use.ts'
import type { FlowService } from './service.ts'
import type { FlowRow } from './store.ts'
import type { TestPhoneRow } from './tests/draft-store.ts'
import type { RunRecorder } from './tests/recorder.ts'
import type { TestCaseRow } from './tests/test-store.ts'
import { type TestResult, titleOf } from './tests/tests.ts'
import { createLanguageHandlers } from './translations.ts'

type FlowHandlers = Omit<Handlers['flows'], 'states' | 'steps' | 'testOnPhone' | 'incoming' | 'results'>
type FlowResource = Awaited<ReturnType<FlowHandlers['get']>>

/** The interface's Flow of a stored one. */
export function toFlow(row: FlowRow): FlowResource {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    nodes: row.nodes,
    edges: row.edges,
    viewport: row.viewport,
    status: row.status,
    clientId: row.clientId,
    userId: row.createdBy,
    isActive: row.isActive,
    // Only values the contract allows were ever stored.
    retriggerBehavior: row.retriggerBehavior as FlowResource['retriggerBehavior'],
    fallbackBehavior: row.fallbackBehavior as FlowResource['fallbackBehavior'],
    fallbackText: row.fallbackText,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

type VersionResource = Awaited<ReturnType<FlowHandlers['getVersion']>>['version']

function toVersion(row: VersionRow): VersionResource {
  return { ...row, publishedAt: row.publishedAt.toISOString() }
}

type TestCaseResource = Awaited<ReturnType<FlowHandlers['testCases']['save']>>

function toTestCase({ doc, ...row }: TestCaseRow): TestCaseResource {
  const document = JSON.parse(doc) as Record<string, unknown>
  return {
    ...row,
    title: titleOf(document),
    case: document,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Codes with what varies, as JSON. */
const toTestResult = ({ problems, ...result }: TestResult) => ({
  ...result,
  problems: problems.map(({ code, params, places }) => ({
    code,
    params: { ...params },
    places: places.map((place) => ({ ...place })),
  })),
})

function createTestHandlers(service: FlowService, recorder: RunRecorder): FlowHandlers['testCases'] {
  return {
    list: async ({ id }, { owner }) => (await service.listTestCases(id, owner)).map(toTestCase),
    save: async ({ id, ...given }, { owner }) => toTestCase(await service.saveTestCase(id, owner, given)),
    async record({ id, flowStateId: runId, fromFlowStateId: otherRunId, title, mask }, { owner, principal }) {
      requireScope(principal, 'runs:read')
      await service.read(id, owner)
      const { row, ...told } = await recorder.record(
        { flowId: id, runId, otherRunId },
        { title, mask },
        owner,
      )
      return { testCase: toTestCase(row), ...told }
    },
    async delete({ id, caseId }, { owner }) {
      await service.deleteTestCase(id, owner, caseId)
      return { success: true }
    },
    async run({ id, ...given }, { owner }) {
      const results = await service.runTestCases(id, owner, given)
      return { ok: results.every((result) => result.ok), results: results.map(toTestResult) }
    },
  }
}

function createMissedHandlers(service: FlowService): FlowHandlers['missed'] {
  return {
    async list({ id, days }, { owner }) {
      const { nodes } = await service.read(id, owner)
      const drawn = JSON.parse(nodes) as readonly { id?: unknown }[]
      return service.missed.list(id, new Set(drawn.map((node) => String(node.id))), days)
    },
    async dismiss({ id, nodeId, texts }, { owner }) {
      await service.read(id, owner)
      await service.missed.dismiss(id, nodeId ?? null, texts)
      return { success: true }
    },
  }
}

type PhoneResource = Awaited<ReturnType<FlowHandlers['testPhones']['add']>>

function toTestPhone({ phoneNumber, createdAt }: TestPhoneRow): PhoneResource {
  return { phoneNumber, createdAt: createdAt.toISOString() }
}

function createPhoneHandlers(service: FlowService): FlowHandlers['testPhones'] {
  return {
    list: async ({ id }, { owner }) => (await service.phoneTests.listTestPhones(id, owner)).map(toTestPhone),
    add: async ({ id, phoneNumber }, { owner }) =>
      toTestPhone(await service.phoneTests.addTestPhone(id, owner, phoneNumber)),
    async remove({ id, phoneNumber }, { owner }) {
      await service.phoneTests.removeTestPhone(id, owner, phoneNumber)
      return { success: true }
    },
  }
}

/** What calls of drafts are made with. */
export interface TriedCalls extends CallPorts {
  /** Why a call failed, in the language of the interface. */
  describeCall(failure: CallFailure): string
}

function createCallHandler(service: FlowService, calls: TriedCalls | undefined): FlowHandlers['callHttp'] {
  return async ({ id, request, timeoutMs }, { owner: userId, principal, signal }) => {
    await service.read(id, userId)
    if (listNeeded(request).length > 0) refuseSecretUse(principal, 'call')
    if (!calls) throw refusal('SERVICE_UNAVAILABLE', 'CALLS_NOT_MADE_HERE', {})
    const bounds = { timeoutMs, maxBodyBytes: MAX_HTTP_BODY_BYTES, signal }
    const mayRepeat = !['POST', 'PATCH'].includes(request.method)
    const answer = await callWithSecrets(calls, { userId, request, ...bounds, mayRepeat })
    if ('failure' in answer) {
      const { failure } = answer
      const error = { code: toErrorCode(failure), message: calls.describeCall(failure) }
      return { status: null, headers: {}, body: null, error }
    }
    const { status = null, headers = {}, body = null } = answer.result
    return { status, headers: { ...headers }, body, error: null }
  }
}

/** What a caller may bring to use, and who they are. */
const as = (principal: Principal) => [createSecretUse(principal), principal.userId] as const

function createExchangeHandlers(
  service: FlowService,
): Pick<FlowHandlers, 'import' | 'importTypebot' | 'export'> {
  return {
    async import(document, { owner, principal }) {
      const [checkUse, by] = as(principal)
      const mayDefineFields = hasScope(principal, 'contacts:write')
      const importing = { checkUse, by, mayDefineFields }
      const { warnings, definitions, ...row } = await service.import(owner, document, importing)
      return {
        ...toFlow(row),
        ...(definitions.length > 0 && { definitions }),
        ...(warnings.length > 0 && { warnings: warnings.map((issue) => ({ ...issue })) }),
      }
    },
    async importTypebot({ bot, ...parts }, { owner, principal }) {
      const { row, report } = await service.importTypebot(owner, bot, parts, ...as(principal))
      return { flow: toFlow(row), report }
    },
    export: ({ id, ...options }, { owner }) => service.export(id, owner, options),
  }
}

export function createFlowHandlers(
  service: FlowService,
  recorder: RunRecorder,
  calls?: TriedCalls,
): FlowHandlers {
  return {
    callHttp: createCallHandler(service, calls),
    list: async (filter, { owner }) => (await service.list(owner, filter)).map(toFlow),
    ...createExchangeHandlers(service),
    publish: async ({ id, ...options }, { owner, principal }) =>
      toFlow(
        await service.publish(id, owner, { ...options, by: principal.userId }, createSecretUse(principal)),
      ),
    async versions({ id, ...page }, { owner }) {
      const { versions, ...rest } = await service.versions(id, owner, page)
      return { versions: versions.map(toVersion), ...rest }
    },
    async getVersion({ id, number }, { owner }) {
      const { version, document } = await service.getVersion(id, owner, number)
      return { version: toVersion(version), flow: document }
    },
    statistics: ({ id, ...range }, { owner, principal: { clientIds } }) =>
      service.statistics(id, owner, { ...range, clientIds }),
    testCases: createTestHandlers(service, recorder),
    missed: createMissedHandlers(service),
    languages: createLanguageHandlers(service),
    testPhones: createPhoneHandlers(service),
    rollback: async ({ id, number, ...options }, { owner, principal }) =>
      toFlow(
        await service.rollback(
          id,
          owner,
          number,
          { ...options, by: principal.userId },
          createSecretUse(principal),
        ),
      ),
    unpublish: async ({ id }, { owner }) => toFlow(await service.unpublish(id, owner)),
    get: async ({ id }, { owner }) => toFlow(await service.read(id, owner)),
    update: async ({ id, expectedUpdatedAt, ...parts }, { owner, principal }) =>
      toFlow(await service.update(id, owner, parts, expectedUpdatedAt, createSecretUse(principal))),
    async delete({ id }, { owner }) {
      return { success: true, cancelledRunIds: await service.delete(id, owner) }
    },
    async validate({ id, flow }, { owner }) {
      const { errors, warnings } = await service.validate(owner, id, flow)
      return {
        errors: errors.map((issue) => ({ ...issue })),
        warnings: warnings.map((issue) => ({ ...issue })),
      }
    },
    duplicate: async ({ id, name }, { owner, principal }) =>
      toFlow(await service.duplicate(id, owner, name, ...as(principal))),
  }
}
