import { EXCHANGE_VERSION, type FlowDocumentInput } from '../../contract/flows/exchange.ts'
import { refusal } from '../../core/errors.ts'
import {
  findCalls,
  importTypebot,
  readRef,
  readRefs,
  recogniseWorkflow,
  removeOrphans,
  resolveCaseRefs,
  resolveRefs,
  type StoredFlow,
  slugify,
  type TypebotNote,
  type TypebotReport,
  toExchange,
  toExchangeBundle,
  toRef,
} from '../../core/flow/index.ts'
import type { Executor } from '../../db/transaction.ts'
import type { FlowFiles } from '../media/index.ts'
import { nameAssets, resolveAssets } from './assets.ts'
import { readDefinition, readDocument, toDocument } from './document.ts'
import { type DefinitionPort, gatherDefinitions } from './imports/definitions.ts'
import { type FlowName, type FlowRow, flowStore } from './store.ts'
import { testStore } from './tests/test-store.ts'

/** Flows a bundle carries beside its main one, at most; the contract takes as many. */
const MAX_BUNDLED = 100

interface RequiredFlow {
  ref: string
  name: string
}

/** What a stored document says of the flows it needs from elsewhere. */
function readRequired(requires: unknown): RequiredFlow[] {
  const { flows } = (typeof requires === 'object' && requires !== null ? requires : {}) as { flows?: unknown }
  return (Array.isArray(flows) ? flows : []).filter(
    (item: unknown): item is RequiredFlow =>
      typeof item === 'object' &&
      item !== null &&
      typeof (item as RequiredFlow).ref === 'string' &&
      typeof (item as RequiredFlow).name === 'string',
  )
}

function toStored(row: FlowRow): StoredFlow | null {
  const parsed = readDefinition(row)
  if (!parsed.ok) return null
  const { id, name, description, clientId } = row
  return { id, name, description, clientId, definition: parsed.definition }
}

/**
 * What leaves through an export: canonical, so that two exports compare well, and without addresses of this
 * installation. A draft the engine cannot read leaves as it is stored, alone.
 */
export async function buildExport(
  db: Executor,
  row: FlowRow,
  {
    linked,
    files,
    definitions: port,
  }: { linked: boolean; files: FlowFiles | undefined; definitions: DefinitionPort | undefined },
): Promise<FlowDocumentInput> {
  const main = toStored(row)
  if (!main) {
    const testCases = await readCases(db, row.id)
    return { ...toDocument(row), ...(testCases.length > 0 ? { testCases } : {}) }
  }
  const bundle: Bundle = { found: new Map([[row.id, main]]), outside: new Map(), linked }
  const rows = [row]
  for (const next of rows) rows.push(...(await gatherCalls(db, bundle, next)))
  const flows: StoredFlow[] = []
  for (const flow of bundle.found.values()) flows.push({ ...flow, testCases: await readCases(db, flow.id) })
  const [first = main, ...others] = flows
  const sending = rows.map(({ id, extras }) => ({
    nodes: bundle.found.get(id)?.definition.nodes ?? [],
    requires: extras.requires,
  }))
  const assets = await nameAssets(db, files, row.userId, sending)
  const definitions = await gatherDefinitions(db, port, row.userId, sending)
  return toExchangeBundle(first, others, bundle.outside, assets, definitions) as unknown as FlowDocumentInput
}

async function readCases(db: Executor, flowId: string): Promise<Record<string, unknown>[]> {
  return (await testStore.list(db, flowId)).map(({ doc }) => JSON.parse(doc) as Record<string, unknown>)
}

interface Bundle {
  found: Map<string, StoredFlow>
  /** Names of called flows that stay behind, by what they are called by. */
  outside: Map<string, string>
  linked: boolean
}

/** Puts the flows one of the bundle calls where they belong; answers those that joined it. */
async function gatherCalls(db: Executor, bundle: Bundle, row: FlowRow): Promise<FlowRow[]> {
  const { found, outside, linked } = bundle
  const calls = findCalls(found.get(row.id)?.definition.nodes.toSorted(byId) ?? [])
  const named = new Map(readRequired(row.extras.requires).map(({ ref, name }) => [toRef(ref), name]))
  const rows = new Map((await flowStore.readMany(db, calls, row.userId)).map((item) => [item.id, item]))
  const joined: FlowRow[] = []
  for (const call of calls.filter((id) => !found.has(id))) {
    const called = rows.get(call)
    const stored = called && linked && found.size <= MAX_BUNDLED ? toStored(called) : null
    const name = called?.name ?? named.get(call)
    if (called && stored) {
      found.set(call, stored)
      joined.push(called)
    } else if (name !== undefined) outside.set(call, name)
  }
  return joined
}

function byId(a: { id: string }, b: { id: string }): number {
  return a.id < b.id ? -1 : 1
}

/** A flow of an import with the id it gets. */
export interface ImportedFlow {
  id: string
  parts: FlowDocumentInput
  testCases: Record<string, unknown>[]
}

/**
 * The flows of a document, the main one first, with links between them rewritten to their new ids; links to flows that
 * are not in it lead to the owner's flow of that name, when there is one, rather of the same client.
 * Files are found by their content.
 */
export async function readImport(
  db: Executor,
  userId: string,
  document: FlowDocumentInput,
  { newId, files }: { newId: () => string; files?: FlowFiles },
): Promise<ImportedFlow[]> {
  const { bundle = [], ...main } = document
  const flows: FlowDocumentInput[] = [main as FlowDocumentInput, ...bundle]
  const read = readRefs(flows)
  if (!read.ok) throw refusal('BAD_REQUEST', 'BUNDLE_UNREADABLE', { twice: read.twice }, { path: 'bundle' })
  const ids = new Map(read.refs.map((ref) => [ref, newId()]))
  const isLinked = flows.some(({ nodes }) =>
    findCalls(nodes ?? []).some((call) => readRef(call) !== undefined),
  )
  const known = isLinked ? await flowStore.readNames(db, userId) : []
  const withFiles = await resolveAssets(db, files, userId, flows)
  return flows.map((flow, index) => {
    const { nodes, clientId = main.clientId, testCases = [], bundle: _bundle, ref: _ref, ...parts } = flow
    const required = readRequired(flow.requires)
    const find = (ref: string) => ids.get(ref) ?? findByName(known, ref, required, clientId ?? null)
    return {
      id: ids.get(read.refs[index] ?? '') ?? newId(),
      testCases: resolveCaseRefs(testCases, find),
      parts: {
        ...parts,
        clientId,
        ...(nodes === undefined ? {} : { nodes: withFiles(resolveRefs(nodes, find)) }),
      },
    }
  })
}

/** By the name the document gives for it, else by the name the link is made of. `known` is newest first. */
function findByName(
  known: readonly FlowName[],
  ref: string,
  required: readonly RequiredFlow[],
  clientId: string | null,
): string | undefined {
  const name = required.find((item) => item.ref === ref)?.name
  const fitting = known.filter((flow) =>
    name === undefined ? slugify(flow.name) === ref : flow.name === name,
  )
  return (fitting.find((flow) => flow.clientId === clientId) ?? fitting[0])?.id
}

export type DescribeNotes = (notes: readonly TypebotNote[]) => string

type DescribedReport = Omit<TypebotReport, 'notes'> & { note: string | null }

/** An exported Typebot as a document, with what became of each block. */
export function readTypebot(
  bot: unknown,
  withoutOrphans: boolean,
  describeNotes: DescribeNotes,
): { document: FlowDocumentInput; report: DescribedReport[] } {
  const workflow = recogniseWorkflow(bot)
  if (workflow?.reason === 'N8N_WORKFLOW')
    throw refusal('BAD_REQUEST', workflow.reason, workflow.params, { path: 'bot' })
  const result = importTypebot(bot, describeNotes)
  if (!result.ok) throw refusal('BAD_REQUEST', 'TYPEBOT_UNREADABLE', result.problem, { path: 'bot' })
  const { flow, orphans } = result
  const definition = withoutOrphans ? removeOrphans(flow.definition, orphans) : flow.definition
  const exchange = toExchange({ ...flow, definition })
  const document = readDocument(JSON.stringify({ ...exchange, version: EXCHANGE_VERSION }))
  const report = withoutOrphans ? result.report.filter(({ type }) => type !== 'groups') : result.report
  const describe = ({ notes, ...block }: TypebotReport): DescribedReport => ({
    ...block,
    note: notes.length === 0 ? null : describeNotes(notes),
  })
  return { document, report: report.map(describe) }
}
