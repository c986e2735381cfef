import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { formatJson } from './format-json.ts'
import { createSteady } from './steady.ts'

/** How a command of the story is run and shown; written behind `sh run` of its fence. */
interface Block {
  readonly script: string
  /** Names for values of the answer, as `NAME` to `dotted.path`, `text` (all of it) or `first` (its first word); later commands and answers use the name. */
  readonly save: readonly (readonly [string, string])[]
  /** Repeated until the answer matches. */
  readonly until: RegExp | null
  /** The answer is not shown. */
  readonly isQuiet: boolean
}

export interface StorySurroundings {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Names that are known from the start. */
  readonly names?: Readonly<Record<string, string>>
}

const run = promisify(execFile)
const BLOCK = /^```sh run(.*)\n([\s\S]*?)^```$/gm
const UNTIL_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 300
/** What people type, and what it comes to in a project that is set up. */
const COMMANDS: readonly (readonly [string, string])[] = [
  ['npm run -s parley --', `${process.execPath} src/bin/parley.ts`],
  ['npm run -s flow --', `${process.execPath} src/bin/parley.ts flow`],
]

function parseBlock(options: string, script: string): Block {
  const save = [...options.matchAll(/save=(\w+):([\w.]+)/g)].map(
    ([, name = '', at = '']) => [name, at] as const,
  )
  const until = /until=\/(.*?)\//.exec(options)?.[1]
  return {
    script,
    save,
    until: until === undefined ? null : new RegExp(until, 's'),
    isQuiet: /\bquiet\b/.test(options),
  }
}

function pick(value: unknown, dotted: string): string {
  if (dotted === 'text') return String(value).trim()
  if (dotted === 'first') return String(value).trim().split(/\s+/, 1)[0] ?? ''
  let node = value
  for (const part of dotted.split('.')) {
    node = typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[part] : undefined
  }
  if (typeof node !== 'string')
    throw new Error(`the answer has no text at ${dotted}: ${JSON.stringify(value)}`)
  return node
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The document with every command of its `sh run` fences carried out, and what it answered put behind it. */
export async function renderStory(template: string, surroundings: StorySurroundings): Promise<string> {
  const steady = createSteady()
  const names = new Map(Object.entries(surroundings.names ?? {}))
  // Longest first: one name may be the end of another.
  const byLength = () => [...names].sort(([a], [b]) => b.length - a.length)
  const toReal = (text: string) =>
    byLength().reduce((real, [name, value]) => real.replaceAll(name, value), text)
  const toNames = (text: string) =>
    [...names].reduce((shown, [name, value]) => shown.replaceAll(value, name), text)

  async function execute(script: string): Promise<string> {
    const real = COMMANDS.reduce((text, [typed, here]) => text.replaceAll(typed, here), toReal(script))
    const { cwd } = surroundings
    const env = { ...surroundings.env, KEY: names.get('YOUR_KEY') ?? '' }
    const { stdout } = await run('bash', ['-c', real], { cwd, env, timeout: UNTIL_WITHIN_MS }).catch(
      (cause: unknown) => {
        throw new Error(`this command of the guide failed:\n${script}`, { cause })
      },
    )
    return stdout.replaceAll('\r', '')
  }

  async function carryOut({ script, until }: Block): Promise<string> {
    const deadline = Date.now() + UNTIL_WITHIN_MS
    for (;;) {
      const answer = await execute(script)
      if (until === null || until.test(answer)) return answer
      if (Date.now() > deadline) throw new Error(`never answered ${until}:\n${script}\n${answer}`)
      await sleep(LOOK_EVERY_MS)
    }
  }

  async function show(block: Block): Promise<string> {
    const text = await carryOut(block)
    const answer = parseAnswer(text)
    for (const [name, at] of block.save) names.set(name, pick(answer, at))
    const command = `\`\`\`sh\n${block.script}\`\`\``
    if (block.isQuiet || text.trim() === '') return command
    const isJson = typeof answer === 'object' && answer !== null
    const shown = steady(toNames(isJson ? formatJson(answer) : text.trimEnd()))
    return `${command}\n\n\`\`\`${isJson ? 'json' : 'text'}\n${shown}\n\`\`\``
  }

  let document = ''
  let last = 0
  for (const match of template.matchAll(BLOCK)) {
    document += template.slice(last, match.index)
    document += await show(parseBlock(match[1] ?? '', match[2] ?? ''))
    last = match.index + match[0].length
  }
  return document + template.slice(last)
}
