import type { OwnerId } from '../../../contract/handlers.ts'
import { toPhoneNumber } from '../../../core/addresses.ts'
import type { ContactFieldShape } from '../../../core/contact/contact-fields.ts'
import { describeContent, type FlowContent } from '../../../core/conversation/content.ts'
import { readStoredEvent, STORED_EVENT_VERSION } from '../../../core/conversation/stored-event.ts'
import { missing, refusal } from '../../../core/errors.ts'
import {
  type CaseFlow,
  findCalls,
  type Recording,
  readCountry,
  type StepAction,
  TESTED_FLOW,
} from '../../../core/flow/index.ts'
import type { Executor } from '../../../db/transaction.ts'
import { applyParts, readDocument, toDefinition } from '../document.ts'
import {
  MAX_RECORDED_RUNS,
  type RecordedEventRow,
  type RecordedRunRow,
  recordingStore,
} from './recording-store.ts'
import { toPlayed } from './tests.ts'

/** The fields of contacts that an owner has defined. */
export type ReadShapes = (db: Executor, owner: OwnerId) => Promise<ReadonlyMap<string, ContactFieldShape>>

/** How deep flows may call each other. */
const MAX_DEPTH = 10

/** Which conversations are read: one run of a flow, or all that its contact had with the flow between two. */
export interface RecordedRuns {
  flowId: string
  runId: string
  otherRunId?: string | undefined
}

/**
 * What runs were made of: all that came in, what other systems answered, and what was sent, with the version that the last of them is
 * on. A run of another flow, or with another contact, is none.
 */
export async function readRecording(
  db: Executor,
  runs: RecordedRuns,
  owner: OwnerId,
  readShapes: ReadShapes,
): Promise<Recording> {
  const { rootIds, since, run } = await readRoots(db, runs, owner)
  const { flowId, doc } = run
  if (doc === null) throw notRecorded()
  const flows = await readFlows(db, { ...run, doc }, owner)
  const calledIds = Object.keys(flows).filter((id) => id !== TESTED_FLOW)
  const place = { clientId: run.clientId, jid: run.jid, createdAt: since }
  const chain = await recordingStore.readChain(db, rootIds, place, [flowId, ...calledIds])
  // One run that switches on and on is cut where the next one begins; a conversation after others would be missing unsaid.
  if (rootIds.length > 1 && chain.length > MAX_RECORDED_RUNS) throw tooManyRuns()
  const runIds = chain.slice(0, MAX_RECORDED_RUNS)
  const rows = await recordingStore.readEvents(db, { ...place, runIds })
  // The events of a run go before it does, and those of earlier releases have another form.
  if (rows.length === 0 || rows.some(({ v }) => v !== STORED_EVENT_VERSION)) throw notRecorded()
  const sent = await recordingStore.readSent(db, runIds)
  const foreign = rows.findIndex(({ isOfOthers }, index) => index > 0 && isOfOthers)
  const own = foreign < 0 ? rows : rows.slice(0, foreign)
  const actions = rows.flatMap(readActions)
  return {
    runIds,
    flows,
    client: toClient(run, flows),
    contact: toContact(run, actions),
    contactFields: toCaseFields(await readShapes(db, owner), JSON.stringify(flows)),
    events: own.map(toEvent),
    endsBefore: rows[foreign]?.eventType ?? null,
    effects: Object.fromEntries(actions.flatMap(readEffect)),
    sent: sent.map(({ id, content }) => {
      const said = content as FlowContent
      return { id, text: describeContent(said), isPoll: said.type === 'poll' }
    }),
  }
}

/** The runs that were chosen in the order they began, since when they are, and the last of them. */
async function readRoots(
  db: Executor,
  { flowId, runId, otherRunId = runId }: RecordedRuns,
  owner: OwnerId,
): Promise<{ rootIds: string[]; since: Date; run: RecordedRunRow }> {
  const chosen = await recordingStore.readRun(db, runId, owner)
  if (chosen?.flowId !== flowId) throw missing('flow state')
  if (otherRunId === runId) return { rootIds: [runId], since: chosen.createdAt, run: chosen }
  const rootIds = await recordingStore.readBetween(db, runId, otherRunId)
  if (rootIds.length > MAX_RECORDED_RUNS) throw tooManyRuns()
  const read = async (id: string | undefined) =>
    id === undefined ? null : recordingStore.readRun(db, id, owner)
  const [first, last] = [await read(rootIds.at(0)), await read(rootIds.at(-1))]
  if (!first || !last) throw missing('flow state')
  return { rootIds, since: first.createdAt, run: last }
}

const tooManyRuns = () =>
  refusal('CONFLICT', 'RUN_NOT_REPEATABLE', { code: 'TOO_MANY_RUNS', params: { most: MAX_RECORDED_RUNS } })
const notRecorded = () => refusal('CONFLICT', 'RUN_NOT_RECORDED', {})

type Played = Record<string, CaseFlow>

/** The version the run is on and, as they were when it began, those it calls. */
async function readFlows(
  db: Executor,
  run: RecordedRunRow & { doc: string },
  owner: OwnerId,
): Promise<Played> {
  const read = (name: string, doc: string) => {
    const definition = toDefinition(applyParts(null, readDocument(doc)))
    return { played: toPlayed(name, definition, run.flowId), calls: findCalls(definition.nodes) }
  }
  const own = read(run.name, run.doc)
  const found: Played = { [TESTED_FLOW]: own.played }
  let waiting = own.calls
  for (let depth = 0; depth < MAX_DEPTH && waiting.length > 0; depth += 1) {
    const rows = await recordingStore.readCalled(db, waiting, run.createdAt, owner)
    const called = rows.map(({ flowId, name, doc }) => ({ flowId, ...read(name, doc) }))
    for (const { flowId, played } of called) if (flowId !== run.flowId) found[flowId] = played
    const next = called.flatMap(({ calls }) => calls)
    waiting = [...new Set(next)].filter((id) => id !== run.flowId && !Object.hasOwn(found, id))
  }
  return found
}

function toClient(run: RecordedRunRow, flows: Played): Recording['client'] {
  const { clientName: name, clientPhone, humanHandoffDurationSec, mainMenuFlowId, flowId } = run
  const menu = mainMenuFlowId === flowId ? TESTED_FLOW : mainMenuFlowId
  return {
    name,
    humanHandoffDurationSec,
    defaultCountry: clientPhone === null ? null : readCountry(clientPhone),
    ...(menu !== null && Object.hasOwn(flows, menu) ? { mainMenuFlowId: menu } : {}),
  }
}

function toContact(run: RecordedRunRow, actions: readonly StepAction[]): Recording['contact'] {
  const written = actions.flatMap((action) => (action.k === 'set' ? action.var : []))
  const fieldsAt = 'contact.fields.'
  return {
    jid: run.jid,
    names: [run.contactName, run.contactNotify, run.contactUsername].filter((name) => name !== null),
    phone: run.contactPhone === null ? null : toPhoneNumber(run.contactPhone),
    tags: run.tags ?? [],
    fields: run.fields ?? {},
    writtenFields: written.flatMap((name) => (name.startsWith(fieldsAt) ? name.slice(fieldsAt.length) : [])),
    writesTags: written.includes('contact.tags'),
  }
}

/** As a case names them. */
function toCaseFields(
  shapes: ReadonlyMap<string, ContactFieldShape>,
  flowTexts: string,
): Recording['contactFields'] {
  const named = [...shapes].filter(([name]) => flowTexts.includes(name))
  return Object.fromEntries(
    named.map(([name, { type, choices }]) => [name, type === 'choice' ? [...choices] : type]),
  )
}

function toEvent({ eventId, eventType, receivedAt, event }: RecordedEventRow): Recording['events'][number] {
  const at = receivedAt.getTime()
  return { at, event: readStoredEvent({ eventId, eventType, receivedAt: at }, event) }
}

const readActions = ({ actions }: RecordedEventRow): StepAction[] =>
  actions === null ? [] : (JSON.parse(`[${actions}]`) as StepAction[][]).flat()

/** Which kind of effect each id was. */
function readEffect(action: StepAction): [string, Recording['effects'][string]][] {
  if (!('effectId' in action) || action.effectId === undefined) return []
  return [[action.effectId, action.k as Recording['effects'][string]]]
}
