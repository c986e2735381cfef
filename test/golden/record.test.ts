import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeContent } from '../../src/core/conversation/content.ts'
import {
  type CaseFlow,
  type FlowCase,
  mapCalls,
  parseCase,
  type Recording,
  readCases,
  recordCase,
  runCase,
  type Simulation,
  TESTED_FLOW,
  toCaseFlow,
} from '../../src/core/flow/index.ts'
import { playCase } from '../../src/core/flow/simulate/run-case.ts'

const folder = new URL('flows/', import.meta.url)
const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => readCases(readFileSync(new URL(name, folder), 'utf8'), name))
  .flatMap(({ result }) => (result.ok ? [result.value] : []))

/** What a case does to the service beside a conversation. */
const MACHINERY = [
  'publish',
  'unpublish',
  'failSends',
  'acks',
  'disconnect',
  'reconnect',
  'crash',
  'restart',
  'hold',
] as const
const NO_MASK = { names: false, phones: false, emails: false }
const MASK = { names: true, phones: true, emails: true }

const isConversation = ({ script }: FlowCase): boolean =>
  script.every(
    (step) => step.jid === 'u1' && step.id === undefined && MACHINERY.every((key) => step[key] === undefined),
  )

/** What the service stores of a conversation, of what a simulated host stored. */
function toRecording(simulation: Simulation, { contactFields = {} }: FlowCase): Recording | null {
  const { runs, events, transitions, outbox, versions, client } = simulation
  const [first] = runs
  if (!first) return null
  const tested = first.flowId
  const flows = Object.fromEntries(
    [...versions.values()].map(({ flowId, name, definition }) => {
      const nodes = mapCalls(definition.nodes, (id) => (id === tested ? TESTED_FLOW : id))
      return [flowId === tested ? TESTED_FLOW : flowId, toCaseFlow(name, { ...definition, nodes })]
    }),
  )
  const actions = transitions.flatMap((move) => move.actions)
  const written = actions.flatMap((action) => (action.k === 'set' ? action.var : []))
  const moved = new Set(transitions.map((move) => move.eventSeq))
  const { jid, name, phone, tags, fields } = simulation.contact('u1')
  return {
    runIds: runs.map(({ id }) => id),
    flows,
    client: {
      name: client.name,
      humanHandoffDurationSec: client.humanHandoffDurationSec,
      mainMenuFlowId: client.mainMenuFlowId === tested ? TESTED_FLOW : client.mainMenuFlowId,
      defaultCountry: client.defaultCountry,
    },
    contact: {
      ...{ jid, phone, tags, fields, names: name === null ? [] : [name] },
      writtenFields: written.flatMap((item) => (item.startsWith('contact.fields.') ? item.slice(15) : [])),
      writesTags: written.includes('contact.tags'),
    },
    events: events
      .filter((row) => row.status !== 'duplicate' && (row.runId !== null || moved.has(row.seq)))
      .map(({ event }) => ({ at: event.receivedAt, event })),
    contactFields,
    endsBefore: null,
    effects: Object.fromEntries(
      actions.flatMap((action) =>
        'effectId' in action && action.effectId !== undefined
          ? [[action.effectId, action.k as Recording['effects'][string]]]
          : [],
      ),
    ),
    sent: outbox.map(({ id, content }) => ({
      id,
      text: describeContent(content),
      isPoll: content.type === 'poll',
    })),
  }
}

const recorded = cases.filter(isConversation).flatMap((flowCase) => {
  const recording = toRecording(playCase(flowCase).simulation, flowCase)
  return recording
    ? [{ flowCase, recording, result: recordCase(recording, { title: flowCase.title, mask: NO_MASK }) }]
    : []
})
const whole = recorded.flatMap(({ flowCase, recording, result }) =>
  result.ok ? [{ id: flowCase.id, recording, document: result.document }] : [],
)

function replay(document: Record<string, unknown>, flows: Readonly<Record<string, CaseFlow>>) {
  const parsed = parseCase({ id: 'recorded', ...document, flows })
  if (!parsed.ok) throw new Error(parsed.message)
  return runCase(parsed.value)
}

const TEXTS: ReadonlySet<string> = new Set([
  'text',
  'prompt',
  'question',
  'caption',
  'fallbackText',
  'retryText',
])

/** The same flow saying something else wherever it says anything. */
function sayOtherwise<T>(value: T): T
function sayOtherwise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => sayOtherwise(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      TEXTS.has(key) && typeof item === 'string' && item !== '' ? `${item} anew` : sayOtherwise(item),
    ]),
  )
}

/** The one in which a model says everything. */
const MODEL_SAYS_ALL = 'AG-mcp'

const saysText = ({ id, document }: (typeof whole)[number]) =>
  id !== MODEL_SAYS_ALL &&
  parseScript(document).some(({ expect: { out = [] } = {} }) => out.some((text) => !text.startsWith('[')))

function parseScript(document: Record<string, unknown>): FlowCase['script'] {
  const parsed = parseCase({ id: 'recorded', ...document, flows: {} })
  return parsed.ok ? parsed.value.script : []
}

describe('a conversation that was recorded', () => {
  test('is a case, unless the order of flows decided that a case does not keep', () => {
    const refused = recorded.flatMap(({ flowCase, result }) => (result.ok ? [] : [flowCase.id]))
    expect(refused).toEqual(['K-tie'])
    expect(whole.length).toBeGreaterThan(230)
  })

  test('passes on the flow it was had with', () => {
    const failures = whole.flatMap(({ document, recording }) => replay(document, recording.flows).failures)
    expect(failures).toEqual([])
  })

  test('fails on a flow that says something else', () => {
    const passed = whole.filter(
      (one) => saysText(one) && replay(one.document, sayOtherwise(one.recording.flows)).ok,
    )
    expect(passed.map(({ id }) => id)).toEqual([])
  })

  test('passes with what is personal replaced, or says why not', () => {
    const failures = whole.flatMap(({ id, recording }) => {
      const masked = recordCase(recording, { title: 'masked', mask: MASK })
      if (masked.ok) return replay(masked.document, recording.flows).ok ? [] : [id]
      return masked.problem.code === 'MASK_CHANGES' ? [] : [id]
    })
    expect(failures).toEqual([])
  })
})
