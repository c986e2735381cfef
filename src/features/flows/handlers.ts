import type { Handlers } from '../../contract/handlers.ts'
import { Refusal } from '../../core/errors.ts'
import { MAX_HTTP_BODY_BYTES } from '../../core/flow/index.ts'
import { type CallPorts, callWithSecrets, listNeeded } from '../secrets/index.ts'
import type { TestPhoneRow } from './draft-store.ts'
import { createSecretUse, refuseSecretUse } from './secret-use.ts'
import type { FlowService } from './service.ts'
import type { FlowRow } from './store.ts'
import type { TestCaseRow } from './test-store.ts'
import { titleOf } from './tests.ts'
import type { VersionRow } from './version-store.ts'

type FlowHandlers = Omit<Handlers['flows'], 'states' | 'testOnPhone'>
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
    userId: row.userId,
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

function createTestHandlers(service: FlowService): FlowHandlers['testCases'] {
  return {
    list: async ({ id }, { principal }) =>
      (await service.listTestCases(id, principal.userId)).map(toTestCase),
    save: async ({ id, ...given }, { principal }) =>
      toTestCase(await service.saveTestCase(id, principal.userId, given)),
    async delete({ id, caseId }, { principal }) {
      await service.deleteTestCase(id, principal.userId, caseId)
      return { success: true }
    },
    async run({ id, ...given }, { principal }) {
      const results = await service.runTestCases(id, principal.userId, given)
      return { ok: results.every((result) => result.ok), results }
    },
  }
}

type PhoneResource = Awaited<ReturnType<FlowHandlers['testPhones']['add']>>

function toTestPhone({ phoneNumber, createdAt }: TestPhoneRow): PhoneResource {
  return { phoneNumber, createdAt: createdAt.toISOString() }
}

function createPhoneHandlers(service: FlowService): FlowHandlers['testPhones'] {
  return {
    list: async ({ id }, { principal }) =>
      (await service.listTestPhones(id, principal.userId)).map(toTestPhone),
    add: async ({ id, phoneNumber }, { principal }) =>
      toTestPhone(await service.addTestPhone(id, principal.userId, phoneNumber)),
    async remove({ id, phoneNumber }, { principal }) {
      await service.removeTestPhone(id, principal.userId, phoneNumber)
      return { success: true }
    },
  }
}

function createCallHandler(service: FlowService, calls: CallPorts | undefined): FlowHandlers['callHttp'] {
  return async ({ id, request, timeoutMs }, { principal, signal }) => {
    const { userId } = principal
    await service.read(id, userId)
    if (listNeeded(request).length > 0) refuseSecretUse(principal, 'The call')
    if (!calls)
      throw new Refusal('SERVICE_UNAVAILABLE', 'This process makes no calls. Ask a running service.')
    const bounds = { timeoutMs, maxBodyBytes: MAX_HTTP_BODY_BYTES, signal }
    const answer = await callWithSecrets(calls, { userId, request, ...bounds })
    if ('error' in answer) return { status: null, headers: {}, body: null, error: answer.error }
    const { status = null, headers = {}, body = null } = answer.result
    return { status, headers: { ...headers }, body, error: null }
  }
}

export function createFlowHandlers(service: FlowService, calls?: CallPorts): FlowHandlers {
  return {
    callHttp: createCallHandler(service, calls),
    list: async (filter, { principal }) => (await service.list(principal.userId, filter)).map(toFlow),
    async import(document, { principal }) {
      const { warnings, ...row } = await service.import(
        principal.userId,
        document,
        createSecretUse(principal),
      )
      return {
        ...toFlow(row),
        ...(warnings.length > 0 && { warnings: warnings.map((issue) => ({ ...issue })) }),
      }
    },
    async importTypebot({ bot, ...parts }, { principal }) {
      const { row, report } = await service.importTypebot(
        principal.userId,
        bot,
        parts,
        createSecretUse(principal),
      )
      return { flow: toFlow(row), report }
    },
    publish: async ({ id, ...options }, { principal }) =>
      toFlow(await service.publish(id, principal.userId, options, createSecretUse(principal))),
    async versions({ id, ...page }, { principal }) {
      const { versions, ...rest } = await service.versions(id, principal.userId, page)
      return { versions: versions.map(toVersion), ...rest }
    },
    async getVersion({ id, number }, { principal }) {
      const { version, document } = await service.getVersion(id, principal.userId, number)
      return { version: toVersion(version), flow: document }
    },
    statistics: ({ id, number }, { principal }) => service.statistics(id, principal.userId, number),
    testCases: createTestHandlers(service),
    testPhones: createPhoneHandlers(service),
    rollback: async ({ id, number, ...options }, { principal }) =>
      toFlow(await service.rollback(id, principal.userId, number, options, createSecretUse(principal))),
    unpublish: async ({ id }, { principal }) => toFlow(await service.unpublish(id, principal.userId)),
    get: async ({ id }, { principal }) => toFlow(await service.read(id, principal.userId)),
    update: async ({ id, expectedUpdatedAt, ...parts }, { principal }) =>
      toFlow(
        await service.update(id, principal.userId, parts, expectedUpdatedAt, createSecretUse(principal)),
      ),
    async delete({ id }, { principal }) {
      return { success: true, cancelledRunIds: await service.delete(id, principal.userId) }
    },
    export: ({ id, ...options }, { principal }) => service.export(id, principal.userId, options),
    async validate({ id, flow }, { principal }) {
      const { errors, warnings } = await service.validate(principal.userId, id, flow)
      return {
        errors: errors.map((issue) => ({ ...issue })),
        warnings: warnings.map((issue) => ({ ...issue })),
      }
    },
    duplicate: async ({ id, name }, { principal }) =>
      toFlow(await service.duplicate(id, principal.userId, name, createSecretUse(principal))),
  }
}
