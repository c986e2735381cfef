import type { Bus } from '../../bus/port.ts'
import { missing, Refusal } from '../../core/errors.ts'
import { type ValidationResult, validateFlow } from '../../core/flow/index.ts'
import type { Database } from '../../db/client.ts'
import type { Executor } from '../../db/transaction.ts'
import type { FlowCatalog } from './catalog.ts'
import { applyParts, type FlowParts, toDefinition, toDocument, toExport } from './document.ts'
import { type FlowFilter, type FlowRow, flowStore, type NewFlow } from './store.ts'
import { SUPPORTED_NODE_TYPES } from './supported-types.ts'

export interface FlowServiceDeps {
  db: Database
  bus: Pick<Bus, 'publish'>
  newId: () => string
  catalog: FlowCatalog
  /** Names of a person's secrets; without it they are not checked. */
  listSecretNames?(tx: Executor, userId: string): Promise<ReadonlySet<string>>
}

/** Life of flows, for API and command line alike. Someone else's flow is NOT_FOUND, like a missing one. */
export function createFlowService(deps: FlowServiceDeps) {
  const { db, catalog } = deps

  function announce(row: FlowRow): FlowRow {
    deps.bus.publish('flow.changed', { flowId: row.id, clientId: row.clientId, userId: row.userId })
    return row
  }

  async function refuseForeignClient(
    executor: Executor,
    clientId: string | null,
    userId: string,
  ): Promise<void> {
    if (clientId === null) return
    if ((await flowStore.readClient(executor, clientId, userId)) === undefined) throw missing('client')
  }

  async function read(id: string, userId: string): Promise<FlowRow> {
    const row = await flowStore.read(db, id, userId)
    if (row === undefined) throw missing('flow')
    return row
  }

  async function lock(tx: Executor, id: string, userId: string): Promise<FlowRow> {
    const row = await flowStore.lock(tx, id, userId)
    if (row === undefined) throw missing('flow')
    return row
  }

  /** Checks a flow as publish does, beside the other active flows of its client. */
  async function check(tx: Executor, flow: Omit<NewFlow, 'id'> & { id?: string }): Promise<ValidationResult> {
    const definition = toDefinition(flow)
    const context = {
      ...(flow.id === undefined ? {} : { flowId: flow.id }),
      supportedTypes: SUPPORTED_NODE_TYPES,
      ...(deps.listSecretNames ? { secretNames: await deps.listSecretNames(tx, flow.userId) } : {}),
    }
    if (flow.clientId === null) return validateFlow(definition, context)
    const client = await flowStore.readClient(tx, flow.clientId, flow.userId)
    return validateFlow(definition, {
      ...context,
      activeFlows: await catalog.loadActive(tx, flow.clientId),
      mainMenuFlowId: client?.mainMenuFlowId ?? null,
    })
  }

  async function create(userId: string, parts: FlowParts, base: FlowRow | null = null): Promise<FlowRow> {
    const stored = applyParts(base, parts)
    await refuseForeignClient(db, stored.clientId, userId)
    return announce(await flowStore.insert(db, { ...stored, id: deps.newId(), userId }))
  }

  async function publishIn(tx: Executor, id: string, userId: string): Promise<FlowRow> {
    const row = await lock(tx, id, userId)
    if (row.clientId === null) {
      throw new Refusal(
        'BAD_REQUEST',
        'The flow has no clientId, so no account could run it. Set clientId, then publish.',
      )
    }
    const { errors, warnings } = await check(tx, row)
    if (errors.length > 0) {
      const message = `The flow has ${errors.length} ${errors.length === 1 ? 'error' : 'errors'}; correct them, then publish.`
      throw new Refusal('BAD_REQUEST', message, { data: { errors, warnings } })
    }
    const versionId = deps.newId()
    await flowStore.insertVersion(tx, {
      id: versionId,
      flowId: id,
      doc: JSON.stringify(toDocument(row)),
      userId,
    })
    return flowStore.publish(tx, id, versionId)
  }

  async function unpublishIn(tx: Executor, id: string, userId: string): Promise<FlowRow> {
    await lock(tx, id, userId)
    const row = await flowStore.unpublish(tx, id)
    await flowStore.cancelDormant(tx, id, deps.newId())
    return row
  }

  return {
    read,
    list: (userId: string, filter: FlowFilter) => flowStore.list(db, userId, filter),
    /** Always a draft, whatever the document says; the graph may be unfinished. */
    import: (userId: string, document: FlowParts) => create(userId, document),
    /** Makes a new immutable version and lets it run. Two at once make two versions, one after the other. */
    async publish(id: string, userId: string) {
      return announce(await db.transaction((tx) => publishIn(tx, id, userId)))
    },
    /** No new runs; live ones finish on their version, parked ones are cancelled. */
    async unpublish(id: string, userId: string) {
      return announce(await db.transaction((tx) => unpublishIn(tx, id, userId)))
    },
    /** Changes the draft. What is published stays as it was until the next publish. */
    async update(id: string, userId: string, parts: FlowParts) {
      const row = await db.transaction(async (tx) => {
        const old = await lock(tx, id, userId)
        const stored = applyParts(old, parts)
        if (stored.clientId !== old.clientId) {
          await refuseForeignClient(tx, stored.clientId, userId)
          refuseMoveWhilePublished(old)
        }
        return flowStore.update(tx, { ...stored, id, userId })
      })
      return announce(row)
    },
    async delete(id: string, userId: string): Promise<string[]> {
      const { row, cancelled } = await db.transaction(async (tx) => {
        const locked = await lock(tx, id, userId)
        return { row: locked, cancelled: await flowStore.delete(tx, id) }
      })
      announce(row)
      return cancelled
    },
    async duplicate(id: string, userId: string, name: string | undefined) {
      const row = await read(id, userId)
      return create(userId, { name: name ?? `${row.name} (copy)`.slice(0, 120) }, row)
    },
    async export(id: string, userId: string) {
      return toExport(await read(id, userId))
    },
    async validateStored(id: string, userId: string) {
      return check(db, await read(id, userId))
    },
    async validateDocument(userId: string, document: FlowParts) {
      const stored = applyParts(null, document)
      await refuseForeignClient(db, stored.clientId, userId)
      return check(db, { ...stored, userId })
    },
    /** Refuses a flow that cannot be this client's main menu: it has to be published, its own, and have the trigger. */
    async checkMainMenuFlow(userId: string, clientId: string, flowId: string): Promise<void> {
      const row = await flowStore.read(db, flowId, userId)
      const versionId = row?.isActive === true && row.clientId === clientId ? row.publishedVersionId : null
      const snapshot = versionId === null ? undefined : (await catalog.load(db, [versionId])).get(versionId)
      if (snapshot?.triggers.some((node) => node.trigger?.kind === 'main_menu')) return
      throw new Refusal(
        'BAD_REQUEST',
        'mainMenuFlowId has to name a published flow of this client with a trigger.main_menu node. Publish one, then set it.',
      )
    },
  }
}

function refuseMoveWhilePublished(old: FlowRow): void {
  if (old.status !== 'published') return
  throw new Refusal('CONFLICT', 'A published flow cannot move to another client. Unpublish it first.')
}

export type FlowService = ReturnType<typeof createFlowService>
