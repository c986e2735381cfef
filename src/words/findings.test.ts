import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { finding, findingText, readFindingText } from '../core/flow/findings.ts'
import { type Issue, parseDefinition, validateFlow } from '../core/flow/index.ts'
import { type CaseFlow, parseCaseFlow } from '../core/flow/simulate/case-format.ts'
import { findings as en } from './en/findings.ts'
import { describeIssue as describeInEnglish } from './english.ts'
import { findings as es } from './es/findings.ts'
import { describeFinding, describeIssue, type FindingWords, readFinding } from './findings.ts'
import { findings as pt } from './pt/findings.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const LANGUAGES = [
  ['English', en],
  ['Portuguese', pt],
  ['Spanish', es],
] as const

/** Every flow that stands somewhere in a golden case, good or bad. */
function collectFlows(value: unknown): CaseFlow[] {
  if (typeof value !== 'object' || value === null) return []
  if ('nodes' in value && Array.isArray(value.nodes)) return [value as CaseFlow]
  return Object.values(value).flatMap(collectFlows)
}

function collectFindings(): Issue[] {
  const files = globSync('test/golden/flows/*.json', { cwd: ROOT })
  const texts = files.map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
  return texts
    .flatMap((text) => collectFlows(JSON.parse(text)))
    .flatMap((flow) => {
      const parsed = parseCaseFlow(flow)
      if (!parsed.ok) return []
      const { errors, warnings } = validateFlow(parsed.definition)
      return [...errors, ...warnings]
    })
}

/** The names of the parameters a sentence asks for. */
function listAsked(sentence: unknown): string[] {
  if (typeof sentence !== 'function') return []
  const asked = new Set<string>()
  const params = new Proxy({}, { get: (_, name) => asked.add(String(name)) && '' })
  sentence(params)
  return [...asked].sort()
}

function listAskedOf({ flow, field }: FindingWords): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries({ ...flow, ...field }).map(([reason, sentence]) => [reason, listAsked(sentence)]),
  )
}

function validate(data: object): Issue[] {
  const parsed = parseDefinition({
    nodes: [
      { id: 't', type: 'trigger.schedule', position: { x: 0, y: 0 }, data },
      { id: 'e', type: 'end', position: { x: 0, y: 0 }, data: {} },
    ],
    edges: [{ id: 'te', source: 't', sourceHandle: 'out', target: 'e' }],
  })
  if (!parsed.ok) throw new Error(parsed.message)
  const { errors, warnings } = validateFlow(parsed.definition, { now: Date.parse('2026-06-01T00:00:00Z') })
  return [...errors, ...warnings]
}

describe('sentences for what the checker of flows finds', () => {
  it('ask for the same parameters in each language, and no reason is of a flow and of a field', () => {
    expect(listAskedOf(pt)).toEqual(listAskedOf(en))
    expect(Object.keys(en.flow).filter((reason) => Object.hasOwn(en.field, reason))).toEqual([])
  })

  it.each(LANGUAGES)('name all that varies in the findings of the golden cases, in %s', (_, words) => {
    const found = collectFindings()
    expect(found.length).toBeGreaterThan(100)
    const unnamed = found.filter((issue) => /undefined|\[object|\{"reason/.test(describeIssue(words, issue)))
    expect(unnamed).toEqual([])
  })

  it('of a field follow its path, of a flow they stand alone, and of another flow follow its name', () => {
    const blank: Issue = { code: 'INVALID_DATA', severity: 'error', ...finding('TEXT_BLANK'), path: 'text' }
    expect(describeIssue(en, blank)).toBe('text: is blank; write the text')
    expect(describeIssue(pt, blank)).toBe('text: está vazio; escreva o texto')
    expect(describeIssue(en, { ...blank, flow: 'Orders' })).toBe('Orders: text: is blank; write the text')
    expect(describeIssue(pt, { ...finding('FILE_GONE'), path: 'url' })).toBe(
      'Um arquivo guardado não existe mais; escolha outro.',
    )
    expect(describeFinding(en, blank)).toBe('is blank; write the text')
  })

  it('say in Portuguese what is wrong with a schedule, its parts by their names', () => {
    const describeAll = (data: object) => validate(data).map((issue) => describeIssue(pt, issue))
    const audience = { tags: ['customer'] }
    expect(describeAll({ cron: '0 9 * * someday', audience })).toEqual([
      'cron: "someday" não serve como dia da semana de horários que se repetem',
    ])
    expect(describeAll({ at: '2026-01-01 10:00', audience })).toEqual([
      'O momento já passou, então ninguém é iniciado; escolha um posterior, ou horários que se repetem.',
    ])
    expect(validate({ cron: '0 9 * * someday', audience }).map(describeInEnglish)).toEqual([
      'cron: "someday" is no day of week of a schedule',
    ])
  })

  it('are those of a definition that cannot be read, as long as one field is wrong that people fill in', () => {
    const read = (part: object) => {
      const parsed = parseDefinition(part)
      if (parsed.ok) throw new Error('it was read')
      expect(describeFinding(en, parsed.problem)).toBe(parsed.message)
      return describeFinding(pt, parsed.problem)
    }
    const timezone = 'Mars/Olympus'
    expect(read({ settings: { timezone } })).toBe(
      'settings.timezone: use um fuso horário IANA, como America/Sao_Paulo',
    )
    expect(read({ variables: [{ name: 'a b' }] })).toBe(
      'variables.0.name: o nome de uma variável é uma letra ou _ e até 63 letras, dígitos ou _',
    )
    expect(read({ settings: { timezone }, fallbackBehavior: 'explode' })).toContain(
      'settings.timezone: use an IANA',
    )
  })

  it('are found again in an answer of the interface; what it does not know keeps its sentence', () => {
    const issue = finding('SECRET_HELD', { name: 'shop', host: 'shop.test' })
    expect(readFinding(en, { message: 'anything', ...issue })).toEqual(issue)
    const other = finding('OTHER', { sentence: 'Something new.' })
    expect(readFinding(en, { message: 'Something new.' })).toEqual(other)
    expect(readFinding(en, { message: 'Something new.', reason: 'NEW', params: {} })).toEqual(other)
    expect(readFinding(en, { message: 'Something new.', reason: 'toString', params: {} })).toEqual(other)
    expect(readFinding(en, { message: 'Something new.', reason: 'SECRET_HELD' })).toEqual(other)
    expect(describeFinding(pt, other)).toBe('Something new.')
  })

  it('travel with the issues of schemas, whose own texts are none', () => {
    const found = finding('TEXT_TOO_LONG', { most: 5 })
    expect(readFindingText(findingText('TEXT_TOO_LONG', { most: 5 }))).toEqual(found)
    expect(readFindingText('Too small: expected string')).toBeNull()
  })
})
