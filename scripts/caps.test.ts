import { describe, expect, it } from 'vitest'
import {
  applyExceptions,
  findCrowdedFolders,
  findLongTexts,
  findViolations,
  isTextLimited,
  measureFunctions,
} from './caps.ts'

function buildFunction(lines: number, head = 'export function work() {'): string {
  return [head, ...Array.from({ length: lines - 2 }, () => '  step()'), '}', ''].join('\n')
}

function listRules(path: string, text: string): string[] {
  return findViolations(path, text).map((violation) => violation.rule)
}

describe('caps', () => {
  it('lets a function of 60 lines pass and refuses one of 61', () => {
    expect(listRules('src/core/work.ts', buildFunction(60))).toEqual([])
    expect(findViolations('src/core/work.ts', buildFunction(61))).toEqual([
      {
        path: 'src/core/work.ts',
        rule: 'function-lines',
        line: 1,
        message: 'work has 61 lines, the cap is 60',
      },
    ])
  })

  it('counts arrows, methods and callbacks as functions', () => {
    expect(listRules('src/core/work.ts', buildFunction(61, 'export const work = () => {'))).toEqual([
      'function-lines',
    ])
    expect(listRules('src/core/work.ts', `class Work {\n${buildFunction(61, 'run() {')}}\n`)).toEqual([
      'function-lines',
    ])
    expect(
      listRules('src/core/work.ts', `list.map(\n${buildFunction(61, '(item) => {').trimEnd()})\n`),
    ).toEqual(['function-lines'])
  })

  it('counts the named functions in a factory by themselves, and its callbacks with it', () => {
    const named = `export function create() {\n${buildFunction(50, 'function a() {')}${buildFunction(50, 'const b = () => {')}}\n`
    const tooLong = `export function create() {\n${buildFunction(61, 'const b = () => {')}}\n`
    const callbacks = `export function create() {\n${buildFunction(40, 'on(() => {').trimEnd()})\n${buildFunction(40, 'on(() => {').trimEnd()})\n}\n`
    expect(listRules('src/core/work.ts', named)).toEqual([])
    expect(findViolations('src/core/work.ts', tooLong).map((violation) => violation.message)).toEqual([
      'b has 61 lines, the cap is 60',
    ])
    expect(listRules('src/core/work.ts', callbacks)).toEqual(['function-lines'])
  })

  it('does not count a group of tests as a function, and counts a single test', () => {
    const group = `describe('a', ${buildFunction(90, '() => {').trimEnd()})\n`
    const single = `it('a', ${buildFunction(61, '() => {').trimEnd()})\n`
    expect(listRules('src/core/work.test.ts', group)).toEqual([])
    expect(listRules('src/core/work.test.ts', single)).toEqual(['function-lines'])
  })

  it('gives a React component 120 lines', () => {
    expect(listRules('src/web/page.tsx', buildFunction(120, 'export function Page() {'))).toEqual([])
    expect(listRules('src/web/page.tsx', buildFunction(121, 'export function Page() {'))).toEqual([
      'function-lines',
    ])
    expect(listRules('src/web/page.tsx', buildFunction(61, 'export function readPage() {'))).toEqual([
      'function-lines',
    ])
  })

  it('refuses a file of more than 400 lines', () => {
    expect(listRules('src/core/list.ts', 'step()\n'.repeat(400))).toEqual([])
    expect(listRules('src/core/list.ts', 'step()\n'.repeat(401))).toEqual(['file-lines'])
  })

  it.each([
    ['src/core/utils.ts', 'vague-name'],
    ['src/helpers/date.ts', 'vague-name'],
    ['src/core/flowEngine.ts', 'file-name'],
  ])('refuses the name %s', (path, rule) => {
    expect(listRules(path, '')).toEqual([rule])
  })

  it.each(['src/core/send.text.ts', 'src/web/routes/__root.tsx', 'src/web/routes/flows.$flowid.tsx'])(
    'accepts the name %s',
    (path) => {
      expect(listRules(path, '')).toEqual([])
    },
  )

  it('refuses unfinished work and a silenced type checker in what ships', () => {
    expect(listRules('src/core/work.ts', ['// TO', 'DO: later\n'].join(''))).toEqual(['unfinished'])
    expect(listRules('sandbox/work.ts', ['// @ts-', 'ignore\n'].join(''))).toEqual(['silenced'])
    expect(listRules('test/system/work.test.ts', ['// TO', 'DO: later\n'].join(''))).toEqual([])
  })
})

describe('the text of a function', () => {
  function listLong(path: string, text: string): string[] {
    return findLongTexts(path, measureFunctions(path, text)).map(({ message }) => message)
  }

  it('holds the named functions inside it, which count for themselves as well', () => {
    const inner = buildFunction(61, 'const b = () => {')
    expect(listLong('src/core/work.ts', `export function create() {\n${inner}}\n`)).toEqual([
      'create has 63 lines of text, the guide is 60',
      'b has 61 lines of text, the guide is 60',
    ])
    expect(listLong('src/core/work.ts', buildFunction(60))).toEqual([])
  })

  it('may be twice as long in a React component', () => {
    expect(listLong('src/web/page.tsx', buildFunction(120, 'export function Page() {'))).toEqual([])
    expect(listLong('src/web/page.tsx', buildFunction(121, 'export function Page() {'))).toEqual([
      'Page has 121 lines of text, the guide is 120',
    ])
  })

  it.each([
    ['src/core/work.ts', true],
    ['src/web/page.tsx', true],
    ['src/core/work.test.ts', false],
    ['sandbox/server.ts', false],
    ['scripts/caps.ts', false],
  ])('of %s is held to the guide: %s', (path, isHeld) => {
    expect(isTextLimited(path)).toBe(isHeld)
  })

  it('is excused by the name of the function', () => {
    const path = 'src/core/work.ts'
    const found = findLongTexts(path, measureFunctions(path, buildFunction(61)))
    const exception = { path, rule: 'function-text', name: 'work', reason: 'a table' } as const
    expect(applyExceptions(found, [exception])).toEqual({ open: [], unneeded: [] })
    expect(applyExceptions(found, [{ ...exception, name: 'rest' }]).open).toEqual(found)
  })
})

describe('folders of src', () => {
  const list = (folder: string, count: number, end = '.ts') =>
    Array.from({ length: count }, (_, index) => `${folder}/file-${index}${end}`)

  it('may have 15 files, tests and folders below not counted, and no sixteenth', () => {
    const full = [
      ...list('src/words', 15),
      ...list('src/words', 15, '.test.ts'),
      ...list('src/words', 9, '.db.test.ts'),
      ...list('src/words/en', 15),
    ]
    expect(findCrowdedFolders(full)).toEqual([])
    expect(findCrowdedFolders([...full, 'src/words/one-more.tsx'])).toEqual([
      {
        path: 'src/words',
        rule: 'folder-files',
        line: 1,
        message: '16 files beside each other, the cap is 15; give those of one topic a folder',
      },
    ])
  })

  it('come largest first; those of tests and tools are not held to it', () => {
    const files = [
      ...list('src/a', 16),
      ...list('src/b', 17),
      ...list('test/support', 40),
      ...list('scripts', 40),
    ]
    expect(findCrowdedFolders(files).map(({ path }) => path)).toEqual(['src/b', 'src/a'])
  })
})

describe('the core', () => {
  it.each(['Date.now()', 'new Date()', 'Math.random()'])('may not call %s', (call) => {
    expect(listRules('src/core/flow/engine.ts', `export const a = ${call}\n`)).toEqual(['impure'])
    expect(listRules('src/worker/host.ts', `export const a = ${call}\n`)).toEqual([])
    expect(listRules('src/core/flow/engine.test.ts', `export const a = ${call}\n`)).toEqual([])
  })

  it('may turn a time it was given into a date', () => {
    expect(listRules('src/core/flow/engine.ts', 'export const a = (now: number) => new Date(now)\n')).toEqual(
      [],
    )
  })
})

describe('agreed exceptions', () => {
  const violation = { path: 'src/a.ts', rule: 'file-lines', line: 1, message: '' } as const

  it('excuse what they name and nothing else', () => {
    const exceptions = [{ path: 'src/a.ts', rule: 'file-lines', reason: 'a table' }] as const
    expect(applyExceptions([violation, { ...violation, path: 'src/b.ts' }], exceptions)).toEqual({
      open: [{ ...violation, path: 'src/b.ts' }],
      unneeded: [],
    })
  })

  it('are reported once nothing needs them', () => {
    const exceptions = [{ path: 'src/a.ts', rule: 'file-lines', reason: 'a table' }] as const
    expect(applyExceptions([], exceptions).unneeded).toEqual(exceptions)
  })
})
