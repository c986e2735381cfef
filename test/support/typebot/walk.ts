import { importTypebot, type TypebotReport, validateFlow } from '../../../src/core/flow/index.ts'
import { createSnapshot, type FlowSnapshot } from '../../../src/core/flow/snapshot.ts'
import { removeOrphans } from '../../../src/core/flow/typebot/index.ts'
import { describeIssue, describeNotes } from '../../../src/words/english.ts'
import type { Bot } from './bot.ts'
import { type Answer, comparedIn, createRandom, drawAnswer } from './draw-answer.ts'
import { BotInterpreter, type BotWorld, UnknownBlock } from './interpreter.ts'
import { CONTACT, OurSide, type RunScript, runPlainly } from './our-side.ts'

/** How a walk ended: the same to its end, a difference that blocks in the report explain, one that none explains. */
export interface Walk {
  outcome: 'equal' | 'named' | 'different'
  /** What was written and said, for a person who looks for the difference. */
  story: string[]
  /** Blocks with a difference in the report that the walk came through before it differed. */
  named: string[]
  /** What the report says of them. */
  notes: string[]
}

export interface WalkSettings {
  /** How many walks, each with its own answers. */
  seeds: number
  turns?: number | undefined
  http?: BotWorld['http'] | undefined
  run?: RunScript
}

const NOWHERE: BotWorld['http'] = () => ({ status: 404, body: null })

/** Talks to a bot and to what our import makes of it, with the same answers drawn by chance, and compares. */
export function walkBot(
  bot: Bot,
  { seeds, turns = 8, http = NOWHERE, run = runPlainly }: WalkSettings,
): Walk[] {
  const imported = importTypebot(bot, describeNotes)
  if (!imported.ok) throw new Error(JSON.stringify(imported.problem))
  const flow = createSnapshot(
    { flowId: 'A', versionId: 'A@1', name: 'A' },
    removeOrphans(imported.flow.definition, imported.orphans),
  )
  const settings = { turns, http, run, report: imported.report }
  return Array.from({ length: seeds }, (_, index) => walkOnce(bot, flow, { ...settings, seed: index + 1 }))
}

interface OneWalk {
  seed: number
  turns: number
  http: BotWorld['http']
  run: RunScript
  report: TypebotReport[]
}

function walkOnce(bot: Bot, flow: FlowSnapshot, { seed, turns, http, run, report }: OneWalk): Walk {
  const random = createRandom(seed)
  const words = comparedIn(bot)
  const model = (index: number) => toSaid(words, seed, index)
  const ours = new OurSide(flow, { http, run, model })
  const theirs = new BotInterpreter(bot, {
    now: () => ours.now,
    contact: CONTACT,
    http,
    arm: () => ours.arms.shift(),
    model,
  })
  const different = report.filter(({ status, type }) => status !== 'exact' && type !== 'start')
  const story: string[] = []
  const finish = (outcome: 'equal' | 'different'): Walk => {
    const found = different.filter(({ id }) => theirs.visited.has(id))
    return {
      outcome: outcome === 'different' && found.length > 0 ? 'named' : outcome,
      story,
      named: found.map(({ id }) => id),
      notes: found.map(({ type, notes }) => `${type}: ${describeNotes(notes)}`),
    }
  }
  let next: Answer | null = { theirs: startWord(bot), ours: startWord(bot) }
  for (let turn = 0; next && turn < turns; turn++) {
    const { ours: toUs, theirs: toThem }: Answer = next
    story.push(`> ${toThem}${toUs === toThem ? '' : ` (${toUs})`}`)
    const ourLines = ours.receive(toUs)
    const theirLines = answerOf(theirs, toThem, turn === 0)
    if (!theirLines) return finish('different')
    story.push(...theirLines.map((line) => `  they: ${line}`), ...ourLines.map((line) => `  we:   ${line}`))
    const isSame =
      theirLines.join('\n') === ourLines.join('\n') && ours.isWaiting === (theirs.waiting !== null)
    if (!isSame) {
      story.push(`  they ${theirs.waiting ? 'wait' : 'have ended'}, we are ${ours.state}`)
      return finish('different')
    }
    const unread = findUnread(theirs.asked, ours.asked)
    if (unread !== null) {
      story.push(`  their model reads "${unread}", ours does not`)
      return finish('different')
    }
    next = theirs.waiting && drawAnswer(theirs.waiting, { words, interpreter: theirs, random })
  }
  return finish('equal')
}

/** What a model says, among it the words that the bot compares with. */
function toSaid(words: readonly string[], seed: number, index: number): string {
  const random = createRandom(seed * 1_000 + index)
  const said = [...words, 'Sure, that is fine.', `Answer ${index}`, 'Let me see']
  return said[Math.floor(random() * said.length)] ?? ''
}

/** A value that a question held over there and holds nowhere here; null when there is none. */
function findUnread(theirs: readonly string[][], ours: readonly string[]): string | null {
  if (theirs.length !== ours.length) return `${theirs.length} questions in place of ${ours.length}`
  const missing = theirs.flatMap((values, index) =>
    values.filter((value) => !(ours[index] ?? '').includes(value.trim())),
  )
  return missing[0] ?? null
}

/** What the bot says to a message; null when it comes to a block the interpreter has no words for. */
function answerOf(theirs: BotInterpreter, message: string, isFirst: boolean): string[] | null {
  try {
    const lines = isFirst ? theirs.start(message) : theirs.answer(message)
    return lines.filter((line) => line.trim() !== '')
  } catch (error) {
    if (error instanceof UnknownBlock) return null
    throw error
  }
}

function startWord({ settings }: Bot): string {
  const condition = (settings?.whatsApp as { startCondition?: { comparisons?: { value?: string }[] } })
    ?.startCondition
  return condition?.comparisons?.[0]?.value ?? 'hello'
}

/** Findings of publish, once what nothing leads to has been removed. */
export function publishErrors(bot: Bot): string[] {
  const imported = importTypebot(bot, describeNotes)
  if (!imported.ok) return [JSON.stringify(imported.problem)]
  const definition = removeOrphans(imported.flow.definition, imported.orphans)
  return validateFlow(definition).errors.map((issue) => `${issue.code} ${describeIssue(issue)}`)
}
