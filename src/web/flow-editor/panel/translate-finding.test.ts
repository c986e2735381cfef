import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CaseFlow, parseCaseFlow } from '../../../core/flow/case-format.ts'
import { validateFlow } from '../../../core/flow/index.ts'
import { findings } from '../../i18n/pt/editor-findings.ts'
import { translateFinding } from './translate-finding.ts'

const ROOT = path.join(import.meta.dirname, '../../../..')
const read = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT }).map((file) => readFileSync(path.join(ROOT, file), 'utf8'))

/** Every flow that stands somewhere in a golden case, good or bad. */
function collectFlows(value: unknown): CaseFlow[] {
  if (typeof value !== 'object' || value === null) return []
  if ('nodes' in value && Array.isArray(value.nodes)) return [value as CaseFlow]
  return Object.values(value).flatMap(collectFlows)
}

function collectFindings(): { message: string; path?: string | undefined }[] {
  const flows = read('test/golden/flows/*.json').flatMap((text) => collectFlows(JSON.parse(text)))
  return flows.flatMap((flow) => {
    const parsed = parseCaseFlow(flow)
    if (!parsed.ok) return []
    const { errors, warnings } = validateFlow(parsed.definition)
    return [...errors, ...warnings]
  })
}

describe('findings of the validator in Portuguese', () => {
  it('are there for everything that is wrong with a flow of the golden cases', () => {
    // What is wrong with a script is said by the language it is written in.
    const found = collectFindings().filter(({ message }) => !message.startsWith('source: '))
    expect(found.length).toBeGreaterThan(100)
    const untold = found.filter(
      (issue) => translateFinding(issue.message, issue.path, findings) === issue.message,
    )
    expect([...new Set(untold.map(({ message }) => message))]).toEqual([])
  })

  it('follow the sentences that the validator has today', () => {
    const source = read('src/core/{json-safety,flow/*,flow/nodes/*,flow/expressions/*}.ts')
      .join('\n')
      .replaceAll('\\\\', '\\')
    const gone = findings.flatMap(([english]) =>
      english
        .split(/\{\}|(?<=kind; give )|(?<=too much JSON: )/)
        .filter((part) => part.length > 12 && !source.includes(part.replace(/^- /, ''))),
    )
    expect(gone).toEqual([])
  })

  it('have the same places in both languages', () => {
    const count = (text: string) => text.split('{}').length
    expect(findings.filter(([english, translated]) => count(english) !== count(translated))).toEqual([])
  })

  it('keep paths and names, and leave what is not known as it came', () => {
    const say = (message: string, at?: string) => translateFinding(message, at, findings)
    expect(say('cases.0.id: "a b" is used twice', 'cases.0.id')).toBe('cases.0.id: "a b" é usado duas vezes')
    expect(say('No trigger reaches "n1"; connect it or remove it.')).toBe(
      'Nenhum gatilho chega a "n1"; ligue ou remova.',
    )
    expect(say('Something new.')).toBe('Something new.')
    expect(translateFinding('at most 5 maps', undefined, [])).toBe('at most 5 maps')
  })
})
