import type { AddressPolicy } from '../../../core/address-policy.ts'
import { refusal } from '../../../core/errors.ts'
import {
  type Issue,
  type ValidationContext,
  type ValidationResult,
  validateFlow,
} from '../../../core/flow/index.ts'
import type { FlowNext } from '../../../core/refusal-reasons.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { FlowFiles } from '../../media/index.ts'
import { readFileIds } from '../assets.ts'
import type { FlowCatalog } from '../catalog.ts'
import { readDefinition, toDefinition } from '../document.ts'
import { readScheduleClock } from '../schedules.ts'
import { type FlowRow, flowStore, type NewFlow } from '../store.ts'
import { SUPPORTED_NODE_TYPES } from '../supported-types.ts'

export interface CheckDeps {
  catalog: FlowCatalog
  /** Those that flows may call. */
  addresses: AddressPolicy
  /** What a finding says in the language of the interface. */
  describeIssue(issue: Issue): string
  /** Files that flows send; without it they are not checked and do not travel. */
  files?: FlowFiles
  /** A person's tables by name; without it they are not checked. */
  listTables?(tx: Executor, userId: string): Promise<NonNullable<ValidationContext['tables']>>
  /** To whom flows of a person may hand over; without it that is not checked. */
  listAssignees?(tx: Executor, userId: string): Promise<NonNullable<ValidationContext['assignees']>>
  /** The fields of a person's contacts by name; without it they are not checked. */
  listContactFields?(tx: Executor, userId: string): Promise<NonNullable<ValidationContext['contactFields']>>
  /** A person's models by name, as checks know them; without it they are not checked. */
  listModels?(tx: Executor, userId: string): Promise<NonNullable<ValidationContext['models']>>
  /** The hosts of a person's secrets by name, null: anywhere; without it they are not checked. */
  listSecretHosts?(tx: Executor, userId: string): Promise<ReadonlyMap<string, readonly string[] | null>>
}

/** A finding as the interface answers it. */
export type AnsweredIssue = Issue & { message: string }

export interface AnsweredResult {
  errors: AnsweredIssue[]
  warnings: AnsweredIssue[]
}

type CheckedFlow = Omit<NewFlow, 'id'> & { id?: string }

/** What publishing finds wrong with flows. */
export function createFlowChecks(deps: CheckDeps) {
  const answer = (issue: Issue): AnsweredIssue => ({ ...issue, message: deps.describeIssue(issue) })

  /** What a person has that flows name; what is not listed is not checked. */
  async function readOwned(tx: Executor, userId: string): Promise<Partial<ValidationContext>> {
    const { listSecretHosts, listTables, listAssignees, listContactFields, listModels } = deps
    return {
      ...(listSecretHosts ? { secretHosts: await listSecretHosts(tx, userId) } : {}),
      ...(listTables ? { tables: await listTables(tx, userId) } : {}),
      ...(listAssignees ? { assignees: await listAssignees(tx, userId) } : {}),
      ...(listContactFields ? { contactFields: await listContactFields(tx, userId) } : {}),
      ...(listModels ? { models: await listModels(tx, userId) } : {}),
    }
  }

  async function find(tx: Executor, flow: CheckedFlow): Promise<ValidationResult> {
    const definition = toDefinition(flow)
    const context = {
      ...(flow.id === undefined ? {} : { flowId: flow.id }),
      supportedTypes: SUPPORTED_NODE_TYPES,
      addresses: deps.addresses,
      now: await readScheduleClock(tx),
      ...(await readOwned(tx, flow.userId)),
      ...(deps.files ? { fileIds: await readFileIds(tx, deps.files, flow, definition) } : {}),
    }
    if (flow.clientId === null) return validateFlow(definition, context)
    const client = await flowStore.readClient(tx, flow.clientId, flow.userId)
    return validateFlow(definition, {
      ...context,
      activeFlows: await deps.catalog.loadActive(tx, flow.clientId),
      mainMenuFlowId: client?.mainMenuFlowId ?? null,
      ...(client ? { sendRatePerSecond: client.sendRatePerSecond } : {}),
    })
  }

  async function findBadDataOf(tx: Executor, row: FlowRow): Promise<Issue[]> {
    const parsed = readDefinition(row)
    if (!parsed.ok) return [{ code: 'INVALID_DATA', severity: 'error', ...parsed.problem }]
    const { errors } = await find(tx, row)
    return errors.filter(({ code }) => code === 'INVALID_DATA')
  }

  return {
    /** Checks a flow as publish does, beside the other active flows of its client. */
    async check(tx: Executor, flow: CheckedFlow): Promise<AnsweredResult> {
      const { errors, warnings } = await find(tx, flow)
      return { errors: errors.map(answer), warnings: warnings.map(answer) }
    },
    /** Data of imported flows that publishing refuses, of all but the first with its name; what graphs still lack is none of it. */
    async findBadData(tx: Executor, rows: readonly FlowRow[]): Promise<AnsweredIssue[]> {
      const found: Issue[] = []
      for (const [index, row] of rows.entries()) {
        const bad = await findBadDataOf(tx, row)
        found.push(...(index === 0 ? bad : bad.map((issue) => ({ ...issue, flow: row.name }))))
      }
      return found.map(answer)
    },
  }
}

/** Refuses a graph with errors, with all that is wrong; `next` is what the caller wanted of it. */
export function refuseErrors({ errors, warnings }: AnsweredResult, next: FlowNext): void {
  if (errors.length === 0) return
  const found = { errors: errors.length, next }
  throw refusal('BAD_REQUEST', 'FLOW_HAS_ERRORS', found, { data: { errors, warnings } })
}
