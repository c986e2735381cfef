import { type Issue, importTypebot, type TypebotProblem, validateFlow } from '../src/core/flow/index.ts'
import { removeOrphans } from '../src/core/flow/typebot/index.ts'
import { describeIssue, describeNotes, describeRefusal } from '../src/words/english.ts'
import type { Bot } from '../test/support/typebot/bot.ts'
import type { BotWorld } from '../test/support/typebot/interpreter.ts'
import { startElsewhere } from '../test/support/typebot/other-starts.ts'
import { type Walk, walkBot } from '../test/support/typebot/walk.ts'

/** What became of one export: of its blocks, at publish, and when it was walked beside its interpreter. */
export interface BotRow {
  /** Null: it was not read, and `errors` says why. */
  blocks: Readonly<Record<'exact' | 'changed' | 'stub', number>> | null
  /** What the report says of blocks that are not the same, by how often. */
  findings: ReadonlyMap<string, number>
  /** What has to be set before publish, and what it refuses then. */
  toSet: readonly string[]
  errors: readonly string[]
  walks: Readonly<Record<Walk['outcome'], number>>
  /** The report's notes on the blocks before a difference. */
  differences: readonly string[]
  /** The first walk that differed without a note. */
  story: readonly string[]
}

const WALKS = 40
const TURNS = 40

const describeProblem = (params: TypebotProblem): string =>
  describeRefusal({ message: '', data: { reason: 'TYPEBOT_UNREADABLE', params } })

/** Imports an export, checks it as publish does, and walks it from its start and from each group nothing leads to. */
export function measureBot(bot: Bot, http: BotWorld['http'], seeds = WALKS): BotRow {
  const read = importTypebot(bot, describeNotes)
  const walks = { equal: 0, named: 0, different: 0 }
  if (!read.ok)
    return {
      blocks: null,
      findings: new Map(),
      toSet: [],
      errors: [describeProblem(read.problem)],
      walks,
      differences: [],
      story: [],
    }
  const started = startElsewhere(bot)
  const published = started.map((variant) => checkPublish(variant.bot))
  const blocks = { exact: 0, changed: 0, stub: 0 }
  const findings = new Map<string, number>()
  for (const { status, type, notes } of read.report) {
    blocks[status] += 1
    if (status === 'exact') continue
    const line = `${type}: ${describeNotes(notes)}`
    findings.set(line, (findings.get(line) ?? 0) + 1)
  }
  const all = started.flatMap((variant) => walkBot(variant.bot, { seeds, turns: TURNS, http }))
  for (const { outcome } of all) walks[outcome] += 1
  return {
    ...{ blocks, findings, walks, toSet: [...new Set(published.flatMap(({ toSet }) => toSet))] },
    errors: [...new Set(published.flatMap(({ errors }) => errors))],
    differences: [...new Set(all.flatMap(({ outcome, notes }) => (outcome === 'named' ? notes : [])))],
    story: all.find(({ outcome }) => outcome === 'different')?.story ?? [],
  }
}

/** What publish refuses before and after models and secrets are set, of the bot without what nothing leads to. */
function checkPublish(bot: Bot): { toSet: string[]; errors: string[] } {
  const read = importTypebot(bot, describeNotes)
  if (!read.ok) return { toSet: [], errors: [describeProblem(read.problem)] }
  const definition = removeOrphans(read.flow.definition, read.orphans)
  const secrets = [...JSON.stringify(definition).matchAll(/secrets\.(\w+)/g)].map(([, name = '']) => name)
  const models = new Map([['default', { missingSecret: null, runTokens: null }]])
  const secretHosts = new Map(secrets.map((name): [string, null] => [name, null]))
  const describe = (issues: readonly Issue[]) =>
    issues.map((issue) => `${issue.code}: ${describeIssue(issue)}`)
  const before = validateFlow(definition, { secretHosts: new Map(), models: new Map() }).errors
  const after = describe(validateFlow(definition, { secretHosts, models }).errors)
  const isModel = before.some(({ path }) => path === 'model')
  const missing = describe(before).filter((line) => !after.includes(line))
  return {
    toSet:
      missing.length === 0
        ? []
        : [...(isModel ? ['a model'] : []), ...secrets.map((name) => `secret ${name}`)],
    errors: after,
  }
}

const HEAD = [
  '| bot | imports | blocks the same, changed, place holders | to set before publish | publishes then | walks equal, named, unnamed |',
  '|---|---|---|---|---|---|',
]

/** The rows as a table in Markdown, and beneath it what the reports say. */
export function toTable(rows: ReadonlyMap<string, BotRow>): string[] {
  const lines = [...rows].map(([name, { blocks, toSet, errors, walks }]) => {
    const counts = blocks ? `${blocks.exact}, ${blocks.changed}, ${blocks.stub}` : ''
    const publishes = errors.length === 0 ? 'yes' : `no: ${errors.join('; ')}`
    const walked = `${walks.equal}, ${walks.named}, ${walks.different}`
    return `| ${[name, blocks ? 'yes' : 'no', counts, toSet.join(', '), publishes, walked].join(' | ')} |`
  })
  const findings = new Map<string, number>()
  for (const row of rows.values())
    for (const [note, count] of row.findings) findings.set(note, (findings.get(note) ?? 0) + count)
  const all = [...rows.values()]
  const differences = new Set(all.flatMap((row) => row.differences))
  return [
    ...HEAD,
    ...lines,
    '',
    `${all.filter(({ blocks }) => blocks).length} of ${all.length} import, ${all.filter(({ errors }) => errors.length === 0).length} publish, ${all.filter(({ walks }) => walks.different > 0).length} differ without a note`,
    '',
    'Findings:',
    ...[...findings]
      .toSorted((one, other) => other[1] - one[1])
      .map(([note, count]) => `- ${count} of ${note}`),
    '',
    'Noted before a walk differed:',
    ...[...differences].map((note) => `- ${note}`),
    ...[...rows].flatMap(([name, { story }]) =>
      story.length > 0 ? ['', `${name} differed:`, ...story] : [],
    ),
  ]
}
