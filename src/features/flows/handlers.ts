import type { Handlers } from '../../contract/handlers.ts'
import type { FlowService } from './service.ts'
import type { FlowRow } from './store.ts'

type FlowHandlers = Omit<Handlers['flows'], 'states'>
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

export function createFlowHandlers(service: FlowService): FlowHandlers {
  return {
    list: async (filter, { principal }) => (await service.list(principal.userId, filter)).map(toFlow),
    import: async (document, { principal }) => toFlow(await service.import(principal.userId, document)),
    publish: async ({ id }, { principal }) => toFlow(await service.publish(id, principal.userId)),
    unpublish: async ({ id }, { principal }) => toFlow(await service.unpublish(id, principal.userId)),
    get: async ({ id }, { principal }) => toFlow(await service.read(id, principal.userId)),
    update: async ({ id, ...parts }, { principal }) =>
      toFlow(await service.update(id, principal.userId, parts)),
    async delete({ id }, { principal }) {
      return { success: true, cancelledRunIds: await service.delete(id, principal.userId) }
    },
    export: ({ id }, { principal }) => service.export(id, principal.userId),
    async validate({ id, flow }, { principal }) {
      const { errors, warnings } =
        id === undefined
          ? await service.validateDocument(principal.userId, flow ?? {})
          : await service.validateStored(id, principal.userId)
      return {
        errors: errors.map((issue) => ({ ...issue })),
        warnings: warnings.map((issue) => ({ ...issue })),
      }
    },
    duplicate: async ({ id, name }, { principal }) =>
      toFlow(await service.duplicate(id, principal.userId, name)),
  }
}
