import type { Bus } from '../../bus/port.ts'
import type { FlowDocumentInput } from '../../contract/flows/exchange.ts'
import type { OwnerId } from '../../contract/handlers.ts'
import { missing, refusal } from '../../core/errors.ts'
import { createSnapshot } from '../../core/flow/index.ts'
import type { Database } from '../../db/client.ts'
import type { Executor } from '../../db/transaction.ts'
import { type ActiveRun, deleteFlow } from './deletion.ts'
import { applyParts, type FlowParts, type Stored, toDefinition, toDocument } from './document.ts'
import { buildExport, type DescribeNotes, readTypebot } from './exchange.ts'
import type { BroughtDefinition } from './imports/definitions.ts'
import { type ImportDeps, type Importing, refuseForeignClient, storeImport } from './imports/imports.ts'
import { MissedTexts } from './missed/missed-texts.ts'
import { type AnsweredIssue, type CheckDeps, createFlowChecks, refuseErrors } from './publish/checks.ts'
import { versionStore } from './publish/version-store.ts'
import { listVersions, readVersion, refuseUnseen } from './publish/versions.ts'
import { putSchedules, scheduleStore } from './schedules.ts'
import { allowSecretUse, type SecretUse } from './secret-use.ts'
import { readStatistics, type StatisticsRange } from './statistics.ts'
import { type FlowFilter, type FlowRow, flowStore } from './store.ts'
import type { CaseRunner } from './tests/case-runner.ts'
import { PhoneTests, requireClient } from './tests/phone-tests.ts'
import { testStore } from './tests/test-store.ts'
import {
  gatherEvaluated,
  missingCase,
  type PlayDeps,
  playCases,
  refuseFailed,
  saveCase,
} from './tests/tests.ts'

export interface FlowServiceDeps extends CheckDeps, ImportDeps, Omit<PlayDeps, 'runCases'> {
  db: Database
  bus: Pick<Bus, 'publish' | 'request'>
  newId: () => string
  describeNotes: DescribeNotes
  /** Gives each trigger.webhook of a flow that is published an address, in that transaction; without it they have none. */
  openWebhooks?(tx: Executor, flowId: string, nodeIds: readonly string[]): Promise<void>
  /** Plays the test cases that are saved with flows. */
  runCases: CaseRunner
}

export interface PublishOptions {
  /** Who publishes, as the version tells it; the owner, unless it is somebody else. */
  by?: string | undefined
  ignoreTestCases?: boolean | undefined
  note?: string | undefined
  expectedUpdatedAt?: string | undefined
}

/** An owner that does not hear that conversations changed takes them up with its next look. */
function notifyOwners({ bus, newId }: FlowServiceDeps, ended: readonly ActiveRun[]): void {
  for (const { id: flowStateId, clientId, contactJid } of ended)
    bus.publish('flow.state.changed', { clientId, contactJid, flowStateId, state: 'removed' })
  for (const clientId of new Set(ended.map((run) => run.clientId))) {
    const command = { name: 'runs.invalidate', input: {} }
    void bus.request(clientId, command, { commandId: newId(), timeoutMs: 5_000 }).catch(() => {})
  }
}

/** The main flow of an import, what publishing refuses of the data of all its flows, and what came with them. */
type ImportedRow = FlowRow & { warnings: AnsweredIssue[]; definitions: BroughtDefinition[] }
type TypebotParts = Pick<FlowParts, 'clientId' | 'name'> & { removeOrphans?: boolean | undefined }

/** Life of flows, for API and command line alike. Someone else's flow is NOT_FOUND, like a missing one. */
export class FlowService {
  readonly #deps: FlowServiceDeps
  readonly #db: Database
  readonly #catalog: FlowServiceDeps['catalog']
  readonly #checks: ReturnType<typeof createFlowChecks>
  readonly phoneTests: PhoneTests
  readonly missed: MissedTexts

  constructor(deps: FlowServiceDeps) {
    this.#deps = deps
    this.#db = deps.db
    this.#catalog = deps.catalog
    this.#checks = createFlowChecks(deps)
    this.phoneTests = new PhoneTests({
      db: this.#db,
      read: (id, userId) => this.read(id, userId),
      lock,
      check: this.#checks.check,
    })
    this.missed = new MissedTexts(deps.db)
  }

  async read(id: string, userId: OwnerId): Promise<FlowRow> {
    const row = await flowStore.read(this.#db, id, userId)
    if (row === undefined) throw missing('flow')
    return row
  }

  list(userId: OwnerId, filter: FlowFilter) {
    return flowStore.list(this.#db, userId, filter)
  }

  /** Always a draft, whatever the document says; the graph may be unfinished. Answers what publishing refuses of its data. */
  import(userId: OwnerId, document: FlowDocumentInput, importing: Importing = {}) {
    return this.#importDocument(userId, document, importing)
  }

  async importTypebot(
    userId: OwnerId,
    bot: unknown,
    { removeOrphans = false, ...parts }: TypebotParts,
    checkUse = allowSecretUse,
    by: string = userId,
  ) {
    const { document, report } = readTypebot(bot, removeOrphans, this.#deps.describeNotes)
    const named = { ...document, ...parts, name: parts.name ?? document.name }
    return { row: await this.#importDocument(userId, named, { checkUse, by }), report }
  }

  /** Makes a new immutable version and lets it run. Two at once make two versions, one after the other. */
  async publish(id: string, userId: OwnerId, options: PublishOptions = {}, checkUse = allowSecretUse) {
    const tested = options.ignoreTestCases ? undefined : await this.#refuseFailing(id, userId)
    const row = await this.#db.transaction(async (tx) => {
      const draft = await lock(tx, id, userId)
      refuseUnseen(draft, options.expectedUpdatedAt)
      refuseUnseen(draft, tested)
      return this.#publishIn(tx, draft, { by: options.by ?? userId, note: options.note, checkUse })
    })
    return this.#announce(row)
  }

  async listTestCases(id: string, userId: OwnerId) {
    return testStore.list(this.#db, (await this.read(id, userId)).id)
  }

  async saveTestCase(
    id: string,
    userId: OwnerId,
    given: { caseId?: string | undefined; case: Record<string, unknown> },
  ) {
    return this.#db.transaction(async (tx) => {
      await lock(tx, id, userId)
      const isNew = given.caseId === undefined
      return saveCase(tx, id, { id: given.caseId ?? this.#deps.newId(), isNew, document: given.case })
    })
  }

  async deleteTestCase(id: string, userId: OwnerId, caseId: string): Promise<void> {
    await this.read(id, userId)
    if (!(await testStore.delete(this.#db, caseId, id))) throw missingCase()
  }

  /** On the draft, or on a document in its place: the saved cases, or the one given. */
  async runTestCases(
    id: string,
    userId: OwnerId,
    given: { flow?: FlowParts | undefined; case?: Record<string, unknown> | undefined },
  ) {
    return this.#play(await this.read(id, userId), given.flow, given.case)
  }

  /** What an evaluation plays: the draft or a version, with the flows of its client that run, and the saved cases. */
  async readEvaluated(
    id: string,
    userId: OwnerId,
    { version, caseIds }: { version?: number | undefined; caseIds?: readonly string[] | undefined },
  ) {
    const row = await this.read(id, userId)
    const document = version === undefined ? null : (await readVersion(this.#db, id, version)).document
    const stored = document ? applyParts(null, { ...document, clientId: row.clientId }) : row
    const activeFlows = await this.#loadActive(row)
    const tested = { id, userId, name: row.name, stored, activeFlows }
    return gatherEvaluated(tested, await testStore.list(this.#db, id), caseIds)
  }

  async #loadActive({ clientId }: FlowRow) {
    return clientId === null ? [] : this.#catalog.loadActive(this.#db, clientId)
  }

  async versions(id: string, userId: OwnerId, page: { cursor?: string | undefined; limit: number }) {
    return listVersions(this.#db, await this.read(id, userId), page)
  }

  async getVersion(id: string, userId: OwnerId, number: number) {
    return readVersion(this.#db, (await this.read(id, userId)).id, number)
  }

  async statistics(id: string, userId: OwnerId, range: StatisticsRange) {
    const { id: flowId } = await this.read(id, userId)
    if (range.number !== undefined) await readVersion(this.#db, flowId, range.number)
    return readStatistics(this.#db, flowId, range)
  }

  /** A published version becomes the draft again, all of it but the client; `publish` does that too, or neither. */
  async rollback(
    id: string,
    userId: OwnerId,
    number: number,
    options: PublishOptions & { publish: boolean },
    checkUse = allowSecretUse,
  ) {
    const row = await this.#db.transaction(async (tx) => {
      const old = await lock(tx, id, userId)
      refuseUnseen(old, options.expectedUpdatedAt)
      const { document } = await readVersion(tx, id, number)
      const stored = applyParts(null, { ...document, clientId: old.clientId })
      checkUse(stored)
      const draft = await flowStore.update(tx, { ...stored, id, userId })
      return options.publish
        ? this.#publishIn(tx, draft, { by: options.by ?? userId, note: options.note, checkUse })
        : draft
    })
    return this.#announce(row)
  }

  /** No new runs; live ones finish on their version, parked ones are cancelled. */
  async unpublish(id: string, userId: OwnerId) {
    return this.#announce(await this.#db.transaction((tx) => this.#unpublishIn(tx, id, userId)))
  }

  /** Changes the draft. What is published stays as it was until the next publish. */
  async update(
    id: string,
    userId: OwnerId,
    parts: FlowParts,
    expectedUpdatedAt?: string,
    checkUse = allowSecretUse,
  ) {
    const row = await this.#db.transaction(async (tx) => {
      const old = await lock(tx, id, userId)
      refuseUnseen(old, expectedUpdatedAt)
      const stored = applyParts(old, parts)
      checkUse(stored)
      if (stored.clientId !== old.clientId) {
        await refuseForeignClient(tx, stored.clientId, userId)
        refuseMoveWhilePublished(old)
      }
      return flowStore.update(tx, { ...stored, id, userId })
    })
    return this.#announce(row)
  }

  /** Ends its runs; answers those that had not ended. */
  async delete(id: string, userId: OwnerId): Promise<string[]> {
    const deleted = await deleteFlow(this.#db, id, userId)
    if (deleted === null) throw missing('flow')
    this.#deps.bus.publish('flow.changed', { flowId: id, clientId: deleted.clientId, userId })
    notifyOwners(this.#deps, deleted.runs)
    return deleted.runs.map((run) => run.id)
  }

  /** A draft of its own with the same test cases; a case names the flow under test the same way in each flow. */
  async duplicate(
    id: string,
    userId: OwnerId,
    name?: string,
    checkUse = allowSecretUse,
    by: string = userId,
  ) {
    const row = await this.#db.transaction(async (tx) => {
      const base = await lock(tx, id, userId)
      checkUse(base)
      const stored = applyParts(base, { name: name ?? `${base.name} (copy)`.slice(0, 120) })
      const copy = await flowStore.insert(tx, { ...stored, id: this.#deps.newId(), userId }, by)
      for (const { doc } of await testStore.list(tx, id))
        await testStore.insert(tx, this.#deps.newId(), copy.id, doc)
      return copy
    })
    return this.#announce(row)
  }

  /** The draft, or a published version, with the flows it calls unless `linked` is false. */
  async export(
    id: string,
    userId: OwnerId,
    { linked, number }: { linked: boolean; number?: number | undefined },
  ) {
    const row = await this.read(id, userId)
    if (number === undefined) return buildExport(this.#db, row, { linked, ...this.#travelling })
    const { document } = await readVersion(this.#db, id, number)
    const stored: Stored = applyParts(null, { ...document, clientId: row.clientId })
    return buildExport(this.#db, { ...row, ...stored }, { linked, ...this.#travelling })
  }

  get #travelling() {
    const { files, definitions } = this.#deps
    return { files, definitions }
  }

  /** A stored flow, a document, or a document as what a stored flow is to become. */
  async validate(userId: OwnerId, id: string | undefined, document: FlowParts | undefined) {
    const row = id === undefined ? null : await this.read(id, userId)
    if (row && document === undefined) return this.#checks.check(this.#db, row)
    const stored = applyParts(null, { clientId: row?.clientId ?? null, ...document })
    await refuseForeignClient(this.#db, stored.clientId, userId)
    return this.#checks.check(this.#db, { ...stored, userId, ...(row ? { id: row.id } : {}) })
  }

  /** Refuses a flow that cannot be this client's main menu: it has to be published, its own, and have the trigger. */
  async checkMainMenuFlow(userId: OwnerId, clientId: string, flowId: string): Promise<void> {
    const row = await flowStore.read(this.#db, flowId, userId)
    const versionId = row?.isActive === true && row.clientId === clientId ? row.publishedVersionId : null
    const snapshot =
      versionId === null ? undefined : (await this.#catalog.load(this.#db, [versionId])).get(versionId)
    if (snapshot?.triggers.some((node) => node.trigger?.kind === 'main_menu')) return
    throw refusal('BAD_REQUEST', 'MAIN_MENU_UNSUITABLE', {})
  }

  #announce(row: FlowRow): FlowRow {
    this.#deps.bus.publish('flow.changed', { flowId: row.id, clientId: row.clientId, userId: row.userId })
    return row
  }

  /** All flows of a document or none. */
  async #importDocument(
    userId: OwnerId,
    document: FlowDocumentInput,
    importing: Importing,
  ): Promise<ImportedRow> {
    const { rows, ...told } = await this.#db.transaction(async (tx) => {
      const stored = await storeImport(tx, { owner: userId, document, ...importing }, this.#deps)
      return { ...stored, warnings: await this.#checks.findBadData(tx, stored.rows) }
    })
    const [row] = rows.map((row) => this.#announce(row))
    if (!row) throw new Error('an import stored no flow')
    return { ...row, ...told }
  }

  async #play(row: FlowRow, document: FlowParts | undefined, given: Record<string, unknown> | undefined) {
    const stored = document === undefined ? row : applyParts(null, { clientId: row.clientId, ...document })
    const activeFlows = await this.#loadActive(row)
    const cases =
      given === undefined
        ? (await testStore.list(this.#db, row.id)).map(({ id, doc }) => ({
            caseId: id,
            document: JSON.parse(doc) as Record<string, unknown>,
          }))
        : [{ caseId: null, document: given }]
    return playCases(
      this.#deps,
      { id: row.id, userId: row.userId, name: row.name, stored, activeFlows },
      cases,
    )
  }

  /** Plays the cases of a flow whose graph is valid; answers the revision they were played on. */
  async #refuseFailing(id: string, userId: OwnerId): Promise<string | undefined> {
    const row = await this.read(id, userId)
    if ((await testStore.list(this.#db, id)).length === 0) return undefined
    const { errors, warnings } = await this.#checks.check(this.#db, row)
    if (errors.length > 0) return undefined
    refuseFailed(await this.#play(row, undefined, undefined), warnings)
    return row.updatedAt.toISOString()
  }

  async #publishIn(
    tx: Executor,
    row: FlowRow,
    { by: userId, note, checkUse }: { by: string; note?: string | undefined; checkUse: SecretUse },
  ): Promise<FlowRow> {
    checkUse(row)
    const clientId = requireClient(row, 'publish')
    refuseErrors(await this.#checks.check(tx, row), 'publish')
    const versionId = this.#deps.newId()
    const doc = JSON.stringify(toDocument(row))
    await versionStore.insert(tx, { id: versionId, flowId: row.id, doc, userId, note: note ?? null })
    const { triggers } = createSnapshot({ flowId: row.id, versionId }, toDefinition(row))
    await putSchedules(tx, { id: row.id, clientId }, triggers)
    const called = triggers.filter(({ trigger }) => trigger?.kind === 'webhook').map(({ id }) => id)
    await this.#deps.openWebhooks?.(tx, row.id, called)
    await flowStore.cancelParkedTests(tx, row.id, this.#deps.newId())
    return flowStore.publish(tx, row.id, versionId)
  }

  async #unpublishIn(tx: Executor, id: string, userId: OwnerId): Promise<FlowRow> {
    await lock(tx, id, userId)
    const row = await flowStore.unpublish(tx, id)
    await scheduleStore.removeAll(tx, id)
    await flowStore.cancelDormant(tx, id, this.#deps.newId())
    return row
  }
}

async function lock(tx: Executor, id: string, userId: OwnerId): Promise<FlowRow> {
  const row = await flowStore.lock(tx, id, userId)
  if (row === undefined) throw missing('flow')
  return row
}

function refuseMoveWhilePublished(old: FlowRow): void {
  if (old.status !== 'published') return
  throw refusal('CONFLICT', 'FLOW_PUBLISHED', {})
}
