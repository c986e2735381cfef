import { foldText } from '../expressions/fold.ts'
import { readJsonPath } from '../expressions/json-path.ts'
import { parsePattern } from '../expressions/patterns.ts'
import type { EvaluationCheck } from './evaluation-checks.ts'

/** One message of a conversation that was played; `step` is that of the script, from 1. */
export interface PlayedLine {
  from: 'contact' | 'flow' | 'person'
  text: string
  step: number
}

/** What came of a conversation that was played. */
export interface PlayedConversation {
  lines: readonly PlayedLine[]
  /** Exits that were taken, in order. */
  exits: readonly { node: string; exit: string }[]
  vars: Readonly<Record<string, unknown>>
  /** Of the last run; null when none began. */
  state: string | null
  /** Titles of documents that answers named. */
  sources: readonly string[]
}

/** Whether a check held, with what was expected and found, as people read it; of a judge its score and its reason. */
export interface CheckResult {
  kind: EvaluationCheck['kind'] | 'no_error'
  ok: boolean
  expected: string
  found: string | null
  score: number | null
  reason: string | null
}

export type PlainCheck = Exclude<EvaluationCheck, { kind: 'judge' }>

const MAX_SHOWN = 500

export const shorten = (text: string): string =>
  text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text

const toText = (value: unknown): string =>
  shorten(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))

interface Held {
  ok: boolean
  expected: string
  found: string
}

/** What the flow said, from a step of the script on. */
const saidFrom = ({ lines }: PlayedConversation, from = 1): string[] =>
  lines.filter((line) => line.from === 'flow' && line.step >= from).map(({ text }) => text)

/** Looks whether a check holds. A judge is asked by the host. */
export function judgeCheck(played: PlayedConversation, check: PlainCheck): CheckResult {
  const { ok, expected, found } = hold(played, check)
  return { kind: check.kind, ok, expected: shorten(expected), found, score: null, reason: null }
}

function hold(played: PlayedConversation, check: PlainCheck): Held {
  switch (check.kind) {
    case 'contains':
    case 'lacks':
    case 'matches':
    case 'length':
      return holdText(saidFrom(played, check.from), check)
    case 'route': {
      const taken = played.exits.filter(({ node }) => node === check.node).map(({ exit }) => exit)
      return {
        ok: taken.includes(check.exit),
        expected: `${check.node}: ${check.exit}`,
        found: toText(taken.join(', ')),
      }
    }
    case 'field': {
      const value = played.vars[check.var]
      const found = check.path === undefined ? value : readJsonPath(value, check.path)
      const expected = `${check.var}${check.path === undefined ? '' : `.${check.path}`} = ${toText(check.equals)}`
      return { ok: JSON.stringify(found) === JSON.stringify(check.equals), expected, found: toText(found) }
    }
    case 'source': {
      const title = foldText(check.title)
      const ok = played.sources.some((source) => foldText(source).includes(title))
      return { ok, expected: check.title, found: toText(played.sources.join(', ')) }
    }
    case 'state':
      return { ok: played.state === check.state, expected: check.state, found: played.state ?? 'nothing' }
  }
}

type TextCheck = Extract<PlainCheck, { kind: 'contains' | 'lacks' | 'matches' | 'length' }>

function holdText(said: readonly string[], check: TextCheck): Held {
  const found = toText(said.join('\n'))
  switch (check.kind) {
    case 'contains':
    case 'lacks': {
      const isThere = foldText(said.join('\n')).includes(foldText(check.text))
      return { ok: isThere === (check.kind === 'contains'), expected: check.text, found }
    }
    case 'matches': {
      const pattern = parsePattern(check.pattern)
      const ok = pattern.ok && said.some((text) => pattern.value.test(text))
      return { ok, expected: check.pattern, found }
    }
    case 'length': {
      const { least = 0, most = Number.MAX_SAFE_INTEGER } = check
      const sizes = said.map(({ length }) => length)
      const ok = sizes.every((size) => size >= least && size <= most)
      const expected = `${least} – ${check.most ?? '∞'}`
      return { ok, expected, found: sizes.join(', ') || '0' }
    }
  }
}
