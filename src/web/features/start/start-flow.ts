import type { start as StartWords } from '../../i18n/en/data/start.ts'
import type { Business } from './businesses.ts'
import { describeHours, findMoment, type StartHours, toWeekly } from './start-hours.ts'

export interface StartAnswers {
  business: Business
  name: string
  /** Null: always open. */
  hours: StartHours | null
  /** The topics that a person takes over at once. */
  forPeople: readonly string[]
}

/** Whose times and words these are. */
export interface StartPlace {
  timezone: string
  /** A language tag, for names of days. */
  tag: string
}

type Words = Pick<typeof StartWords, 'flow' | 'businesses'>
type Exits = Readonly<Record<string, string>>
interface Node {
  id: string
  type: string
  data: Readonly<Record<string, unknown>>
  exits: Exits
}

const MAX_NAME_CHARS = 60
const COLUMN = 320
const ROW = 170
const ANSWER_WITHIN_SEC = 1_800
const PERSON_SEC = 3_600
/** Until the next morning, whenever somebody wrote at night. */
const LATER_SEC = 57_600

/** Braces would be read as a formula. */
export const cleanName = (name: string): string =>
  name.replaceAll(/[{}]/g, '').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME_CHARS)

const node = (id: string, type: string, data: Node['data'], exits: Exits = {}): Node => ({
  id,
  type,
  data,
  exits,
})

type Topics = readonly (readonly [id: string, topic: { label: string; ask: string }])[]

/** What starts it, and the menu that all begins with. */
function listFirst(
  { flow }: Words,
  { name, forPeople }: StartAnswers,
  topics: Topics,
  toPerson: string,
): Node[] {
  const exits = topics.map(([id]) => [`opt:${id}`, forPeople.includes(id) ? toPerson : id])
  const menu = {
    label: flow.steps.menu,
    prompt: flow.greeting(cleanName(name)),
    options: [
      ...topics.map(([id, { label }]) => ({ id, label })),
      { id: 'hours', label: flow.hours, aliases: flow.hoursNames },
      { id: 'person', label: flow.person, aliases: flow.personNames },
    ],
    timeoutSec: ANSWER_WITHIN_SEC,
    tolerant: true,
    retryText: flow.notUnderstood,
  }
  const others = { 'opt:hours': 'hours', 'opt:person': toPerson, invalid: toPerson, timeout: 'end' }
  const word = { label: flow.steps.word, values: flow.keywords, mode: 'word' }
  return [
    node('any', 'trigger.any_message', { label: flow.steps.any }, { out: 'menu' }),
    node('word', 'trigger.keyword', word, { out: 'menu' }),
    node('menu', 'menu', menu, { ...Object.fromEntries(exits), ...others }),
  ]
}

/** For each topic that the flow asks about: the question, and a tag that says what was asked. */
function listQuestions({ flow }: Words, asked: Topics, toPerson: string): Node[] {
  if (asked.length === 0) return []
  const validate = { type: 'text', min: 2, max: 1_000 }
  return [
    ...asked.flatMap(([id, { label, ask }]) => [
      node(
        id,
        'ask',
        { label, prompt: ask, validate, saveAs: id, timeoutSec: ANSWER_WITHIN_SEC },
        { reply: `${id}_tag`, invalid: toPerson, timeout: 'end' },
      ),
      node(`${id}_tag`, 'contact.tag', { add: [flow.tag(label)] }, { out: 'noted' }),
    ]),
    node('noted', 'send.text', { label: flow.steps.noted, text: flow.noted }, { out: 'end' }),
  ]
}

/** The way to a person: at once while it is open, later while it is not. */
function listPeople({ flow }: Words, hours: StartHours | null, told: string, timezone: string): Node[] {
  const { steps, reason } = flow
  const person = { label: steps.person, text: flow.coming, durationSec: PERSON_SEC, reason }
  const last = node('person', 'handoff', person, { resumed: 'end' })
  if (!hours) return [last]
  const open = { label: steps.open, timezone, weekly: toWeekly(hours) }
  return [
    node('open', 'business_hours', open, { open: 'person', closed: 'closed' }),
    node('closed', 'send.text', { label: steps.closed, text: flow.closed(told) }, { out: 'later' }),
    node('later', 'handoff', { label: steps.later, durationSec: LATER_SEC, reason }, { resumed: 'end' }),
    last,
  ]
}

function listNodes(words: Words, answers: StartAnswers, { tag, timezone }: StartPlace): Node[] {
  const { flow, businesses } = words
  const { business, hours, forPeople } = answers
  const told = hours ? describeHours(hours, tag, flow) : flow.openAlways
  const topics = Object.entries(businesses[business].topics)
  const toPerson = hours ? 'open' : 'person'
  return [
    ...listFirst(words, answers, topics, toPerson),
    ...listQuestions(
      words,
      topics.filter(([id]) => !forPeople.includes(id)),
      toPerson,
    ),
    node('hours', 'send.text', { label: flow.steps.hours, text: told }, { out: 'menu' }),
    ...listPeople(words, hours, told, timezone),
    node('end', 'end', { label: flow.steps.end }),
  ]
}

/** As many steps right of the beginning as it takes at least to come there. */
function placeNodes(nodes: readonly Node[]): Map<string, { x: number; y: number }> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const depths = new Map<string, number>()
  let level = nodes.filter(({ type }) => type.startsWith('trigger.')).map(({ id }) => id)
  for (let depth = 0; level.length > 0; depth++) {
    for (const id of level) depths.set(id, depth)
    const next = level.flatMap((id) => Object.values(byId.get(id)?.exits ?? {}))
    level = [...new Set(next)].filter((id) => !depths.has(id))
  }
  const rows = new Map<number, number>()
  return new Map(
    nodes.map(({ id }) => {
      const depth = depths.get(id) ?? 0
      const row = rows.get(depth) ?? 0
      rows.set(depth, row + 1)
      return [id, { x: depth * COLUMN, y: row * ROW }]
    }),
  )
}

/** They hold the flow to its ways and not to its texts, which are there to be changed. */
function buildCases({ flow, businesses }: Words, answers: StartAnswers, { timezone }: StartPlace) {
  const [hello = ''] = flow.keywords
  const asked = Object.entries(businesses[answers.business].topics).find(
    ([id]) => !answers.forPeople.includes(id),
  )
  const at = (isOpen: boolean) =>
    answers.hours ? findMoment(answers.hours, timezone, isOpen) : isOpen ? new Date(0).toISOString() : null
  const waits = { text: hello, expect: { state: 'waiting_input', node: 'menu' } }
  const asks = (title: string, startAt: string | null, node: string) =>
    startAt === null
      ? []
      : [
          {
            title,
            startAt,
            script: [waits, { at: 10, text: flow.person, expect: { state: 'handed_off', node } }],
          },
        ]
  return [
    ...(asked
      ? [
          {
            title: flow.cases.talk,
            script: [
              waits,
              { at: 10, text: asked[1].label, expect: { state: 'waiting_input', node: asked[0] } },
              { at: 20, text: asked[1].label, expect: { state: 'completed' } },
            ],
          },
        ]
      : []),
    ...asks(flow.cases.open, at(true), 'person'),
    ...(answers.hours ? asks(flow.cases.closed, at(false), 'later') : []),
  ]
}

/** A whole flow in exchange format, filled in by what was answered. */
export function buildStartFlow(words: Words, answers: StartAnswers, place: StartPlace) {
  const nodes = listNodes(words, answers, place)
  const places = placeNodes(nodes)
  return {
    version: 1 as const,
    name: cleanName(answers.name),
    description: words.flow.description,
    retriggerBehavior: 'restart_if_dormant' as const,
    fallbackBehavior: 'send_text_and_repeat' as const,
    fallbackText: words.flow.notUnderstood,
    settings: { timezone: place.timezone, locale: place.tag },
    nodes: nodes.map(({ id, type, data }) => ({
      id,
      type,
      position: places.get(id) ?? { x: 0, y: 0 },
      data,
    })),
    edges: nodes.flatMap(({ id, exits }) =>
      Object.entries(exits).map(([exit, target]) => ({
        id: `${id}-${exit}-${target}`,
        source: id,
        ...(exit !== 'out' && { sourceHandle: exit }),
        target,
      })),
    ),
    testCases: buildCases(words, answers, place),
  }
}
