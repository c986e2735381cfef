import { armOf } from '../nodes/split.ts'
import type { RunState } from '../run.ts'
import type { CaseFlow, CaseStep, FlowCase } from '../simulate/case-format.ts'
import { type CaseHost, type OpenCase, openCase } from '../simulate/run-case.ts'
import { PersonalMask } from './mask.ts'
import { dropHeaders, type RecordedStep, toSteps } from './recorded-steps.ts'
import type { RecordedCase, RecordedContact, Recording, RecordingMask, RecordProblem } from './recording.ts'

/** How many addresses are tried for one that sticky splits divide as they did. */
const MAX_ADDRESSES = 5_000
/** What stands in a replay for the address of a wait, which only the service knows. */
const WAIT_ADDRESS = /https:\/\/calls\.invalid\/\S+/

type Contact = NonNullable<FlowCase['contacts']>[string]
type Setup = Pick<FlowCase, 'startAt' | 'client' | 'contactFields' | 'runIds'>

interface Play {
  jid: string
  setup: Setup
  contact: Contact
  steps: readonly RecordedStep[]
}

/** What a step left: what it said, and how the run is that began last. */
interface PlayedStep {
  said: string[]
  runs: number
  state: RunState['state'] | null
  error: string | null
}

interface Played {
  steps: PlayedStep[]
  /** Each node that was left, and by which way. */
  way: string[]
}

/**
 * Makes a case of a conversation: its inputs and the answers that other systems gave are the script, and what the version it ran on
 * says to them is expected. It is refused where a replay does not say what was said.
 */
export function recordCase(
  recording: Recording,
  { title, mask, host = {} }: { title: string; mask: RecordingMask; host?: CaseHost },
): RecordedCase {
  const flowTexts = JSON.stringify(recording.flows)
  const { steps, endsBefore } = toSteps(recording)
  if (steps.length === 0) return refuse({ code: 'NOTHING_TO_PLAY', params: { event: endsBefore } })
  const setup = toSetup(recording)
  const plain = {
    jid: findAddress(recording),
    setup,
    steps: steps.map((step) => dropHeaders(step, flowTexts)),
  }
  const faithful = findFaithful(recording, plain, { host, isWhole: endsBefore === null })
  if ('code' in faithful) return refuse(faithful)
  const personal = new PersonalMask(mask, recording.contact.names, flowTexts)
  // The number first: what stands for it is then the same wherever it is written.
  const contact = maskContact(faithful.play.contact, personal, mask)
  const masked: Play = { ...faithful.play, contact, steps: personal.value(faithful.play.steps) }
  const played = play(recording.flows, masked, host)
  if (played === null) return refuse({ code: 'FLOW_REFUSED', params: {} })
  if (JSON.stringify(played.way) !== JSON.stringify(faithful.played.way))
    return refuse({ code: 'MASK_CHANGES', params: {} })
  const script = expectSaid(masked, played)
  const document = { title, ...setup, contacts: { [masked.jid]: contact }, script }
  return { ok: true, document: toJson(document), masked: personal.count(), endsBefore }
}

const refuse = (problem: RecordProblem): RecordedCase => ({ ok: false, problem })

/** As it is stored, without what is undefined. */
const toJson = (document: object) => JSON.parse(JSON.stringify(document)) as Record<string, unknown>

function toSetup({ runIds, client, contactFields, events }: Recording): Setup {
  return {
    startAt: new Date(events[0]?.at ?? 0).toISOString(),
    client,
    ...(Object.keys(contactFields).length === 0 ? {} : { contactFields }),
    runIds: [...runIds],
  }
}

/** The contact as they may have been before: without what the runs wrote, or as they are now. */
function listContacts({ names, phone, tags, fields, writtenFields, writesTags }: RecordedContact): Contact[] {
  const [name] = names
  const known = { ...(name === undefined ? {} : { name }), ...(phone === null ? {} : { phone }) }
  const now = { ...known, tags: [...tags], fields: { ...fields } }
  if (writtenFields.length === 0 && !writesTags) return [now]
  const before = Object.entries(fields).filter(([field]) => !writtenFields.includes(field))
  return [{ ...known, tags: writesTags ? [] : [...tags], fields: Object.fromEntries(before) }, now]
}

/** The replay that says what was said, of those that are possible; else how the first of them differs. */
function findFaithful(
  recording: Recording,
  plain: Omit<Play, 'contact'>,
  { host, isWhole }: { host: CaseHost; isWhole: boolean },
): { play: Play; played: Played } | RecordProblem {
  let problem: RecordProblem | null = null
  for (const contact of listContacts(recording.contact)) {
    const attempt = { ...plain, contact }
    const played = play(recording.flows, attempt, host)
    if (played === null) return { code: 'FLOW_REFUSED', params: {} }
    const params = findDifference(
      recording.sent,
      played.steps.flatMap(({ said }) => said),
      isWhole,
    )
    if (params === null) return { play: attempt, played }
    problem ??= { code: 'SAYS_OTHER', params }
  }
  return problem ?? { code: 'NOTHING_TO_PLAY', params: { event: null } }
}

/** Line by line: the files of an album are messages of their own when they are sent. */
function findDifference(
  sent: Recording['sent'],
  said: readonly string[],
  isWhole: boolean,
): { sent: string | null; said: string | null } | null {
  const were = toLines(sent.map(({ text }) => text))
  const are = toLines(said)
  const count = isWhole ? Math.max(were.length, are.length) : are.length
  for (let line = 0; line < count; line += 1) {
    const [one = null, other = null] = [were[line], are[line]]
    if (!isSameLine(one, other)) return { sent: one, said: other }
  }
  return null
}

const toLines = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split('\n'))

function isSameLine(sent: string | null, said: string | null): boolean {
  if (sent === null || said === null) return sent === said
  const [before = '', ...rest] = said.split(WAIT_ADDRESS)
  const after = rest.at(-1)
  if (after === undefined) return sent === said
  return sent.startsWith(before) && sent.endsWith(after)
}

/** Null when a flow is refused. */
function play(
  flows: Recording['flows'],
  { jid, setup, contact, steps }: Play,
  host: CaseHost,
): Played | null {
  const script = steps.map((step) => ({ ...step, jid }))
  const open = openCase({ ...setup, contacts: { [jid]: contact }, flows }, host, script)
  if (open.refused.length > 0) return null
  const played = script.map((step) => playStep(open, step))
  const { transitions } = open.simulation
  const way = transitions.map(({ fromNodeId, toNodeId, outcome }) => `${fromNodeId} ${outcome} ${toNodeId}`)
  return { steps: played, way }
}

function playStep({ play: playOne, simulation }: OpenCase, step: CaseStep): PlayedStep {
  const before = simulation.shown.length
  playOne(step)
  const { runs, shown } = simulation
  const said = shown.slice(before).map(({ text }) => text)
  const { state = null, error = null } = runs.at(-1) ?? {}
  return { said, runs: runs.length, state, error }
}

/** An address for which sticky splits divide as they did for the contact. */
function findAddress({ flows, contact }: Recording): string {
  const splits = Object.values(flows).flatMap(listStickySplits)
  const drawn = splits.map(({ id, arms }) => armOf(arms, `${contact.jid}:${id}`))
  for (let n = 1; splits.length > 0 && n <= MAX_ADDRESSES; n += 1)
    if (splits.every(({ id, arms }, index) => armOf(arms, `u${n}:${id}`) === drawn[index])) return `u${n}`
  return 'u1'
}

interface StickySplit {
  id: string
  arms: Parameters<typeof armOf>[0]
}

function listStickySplits({ nodes }: CaseFlow): StickySplit[] {
  return nodes.flatMap((node) => {
    const [id, type, data] = Array.isArray(node)
      ? [node[0], node[1], node[2]]
      : [node.id, node.type, node.data]
    if (type !== 'split') return []
    const {
      arms,
      sticky = true,
      winner,
    } = (data ?? {}) as { arms?: unknown; sticky?: unknown; winner?: unknown }
    if (sticky !== true || winner || !Array.isArray(arms)) return []
    return [{ id, arms: arms as StickySplit['arms'] }]
  })
}

function maskContact(contact: Contact, personal: PersonalMask, mask: RecordingMask): Contact {
  const { name, phone, ...rest } = contact
  const number = phone ?? undefined
  return {
    ...(number === undefined ? {} : { phone: mask.phones ? personal.text(number) : number }),
    ...(name === undefined || name === null ? {} : { name: personal.text(name) }),
    ...personal.value(rest),
  }
}

/** Each step expects what was said, and the last of each run how it ended: a run that begins anew must have ended the same way. */
function expectSaid({ steps, jid }: Play, played: Played): CaseStep[] {
  return steps.map((step, index) => {
    const { said = [], runs = 0, state = null, error = null } = played.steps[index] ?? {}
    const next = played.steps[index + 1]
    const isLast = next === undefined || next.runs > runs
    const expect = {
      out: said,
      ...(isLast ? { state, ...(error === null ? {} : { error }) } : {}),
      ...(next === undefined && runs > 1 ? { runs } : {}),
    }
    return { ...step, jid, expect } as CaseStep
  })
}
