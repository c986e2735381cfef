import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type FlowDefinition, parseExchange, readCases, validateFlow } from '../../src/core/flow/index.ts'
import { type CaseHost, playCase } from '../../src/core/flow/simulate/run-case.ts'
import { createCaseScripts } from '../../src/platform/scripts/case-scripts.ts'
import { describeCaseFailure, describeIssue } from '../../src/words/english.ts'
import { LANGUAGES } from '../../src/words/languages.ts'

const FOLDER = path.join(import.meta.dirname, '../../src/web/public/recipes')
const TAGS = Object.values(LANGUAGES).map(({ tag }) => tag)

interface Entry {
  name: string
  title: Record<string, string>
  summary: Record<string, string>
  guide: Record<string, string[]>
  needs: { secret: string; kind: string; hosts?: string[]; scope?: string }[]
  sources: string[]
}

const readText = (name: string) => readFileSync(path.join(FOLDER, `${name}.json`), 'utf8')
const { recipes } = JSON.parse(readText('index')) as { recipes: Entry[] }
const names = recipes.map(({ name }) => name)
let host: CaseHost

beforeAll(async () => {
  const run = await createCaseScripts()
  // A machine with other work must not decide whether a script is in time.
  host = { runScript: (task) => run({ ...task, timeoutMs: 60_000 }) }
})

function readDefinition(name: string): FlowDefinition {
  const read = parseExchange({ version: 1, ...(JSON.parse(readText(name)) as object) })
  if (!read.ok) throw new Error(`${name}: ${read.message}`)
  return read.flow.definition
}

test('the index names every recipe that there is', () => {
  const files = readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''))
  expect([...names, 'index'].sort()).toEqual(files.sort())
})

describe.each(names)('the recipe %s', (name) => {
  test('can be published without a warning, and is called with typed inputs', () => {
    const definition = readDefinition(name)
    const { errors, warnings } = validateFlow(definition)
    expect([...errors, ...warnings].map((issue) => `${issue.nodeId}: ${describeIssue(issue)}`)).toEqual([])
    expect(definition.nodes.filter(({ type }) => type.startsWith('trigger.'))).toMatchObject([
      { type: 'trigger.api' },
    ])
  })

  test('passes its cases, which come to each node', () => {
    const visited = new Set<string>()
    const failures = readCases(readText(name), name).flatMap(({ where, result }) => {
      if (!result.ok) return [`${where}: ${result.message}`]
      const { result: played, simulation } = playCase(result.value, host)
      for (const { fromNodeId, toNodeId } of simulation.transitions)
        visited.add(fromNodeId).add(toNodeId ?? '')
      return played.failures.map(
        (failure) => `${where}, ${result.value.title}: ${describeCaseFailure(failure)}`,
      )
    })
    expect(failures).toEqual([])
    const { nodes } = readDefinition(name)
    expect(nodes.filter(({ id }) => !visited.has(id)).map(({ id }) => id)).toEqual([])
    expect(visited).toContain('ok')
    expect(visited).toContain('failed')
  })

  test('names the secrets that it uses and the hosts they go to, and no other', () => {
    const { needs, sources } = recipes.find((entry) => entry.name === name) as Entry
    const text = JSON.stringify(readDefinition(name).nodes)
    const used = new Set([...text.matchAll(/secrets\.(\w+)/g)].map(([, secret]) => secret))
    expect(needs.map(({ secret }) => secret)).toEqual([...used])
    const hosts = new Set([...text.matchAll(/"url":"https:\/\/([^/"]+)/g)].map(([, called]) => called))
    expect(needs.flatMap((need) => need.hosts ?? [])).toEqual([...hosts])
    for (const { kind, scope } of needs) expect(kind === 'google_service_account').toBe(scope !== undefined)
    for (const source of sources) expect(source).toMatch(/^https:\/\//)
  })

  test('has its guide in each language', () => {
    const { title, summary, guide, needs } = recipes.find((entry) => entry.name === name) as Entry
    for (const tag of TAGS) {
      expect([title[tag], summary[tag]]).not.toContain(undefined)
      expect(guide[tag]?.length).toBe(guide.en?.length)
      for (const { secret, hosts = [] } of needs)
        for (const word of [secret, ...hosts]) expect(guide[tag]?.join('\n')).toContain(word)
    }
  })
})
