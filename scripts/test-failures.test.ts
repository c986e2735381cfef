import path from 'node:path'
import { expect, it } from 'vitest'
import { listPlaywrightFailures, listVitestFailures } from './test-failures.ts'

it('names failed tests and files that failed as a whole, each with what was said of it', () => {
  const report = {
    testResults: [
      {
        name: path.resolve('src/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'a thing works', status: 'passed', failureMessages: [] },
          {
            fullName: 'a thing ends',
            status: 'failed',
            failureMessages: ['expected 1 to be 2\n\n  at a.ts:1'],
          },
        ],
      },
      {
        name: path.resolve('src/b.test.ts'),
        status: 'failed',
        message: 'no such module',
        assertionResults: [],
      },
      { name: path.resolve('src/c.test.ts'), status: 'passed', message: '', assertionResults: [] },
    ],
  }
  expect(listVitestFailures(JSON.stringify(report))).toEqual([
    'src/a.test.ts › a thing ends\n    expected 1 to be 2\n      at a.ts:1',
    'src/b.test.ts\n    no such module',
  ])
})

it('names failed and flaky journeys, in groups too, and what went wrong outside of them', () => {
  const said = Array.from({ length: 20 }, (_, line) => `line ${line + 1}`)
  const failed = {
    status: 'unexpected',
    results: [
      {
        errors: [
          { message: '\u001b[31mnot visible\u001b[39m' },
          { message: said.join('\n') },
          { message: 'logged' },
        ],
      },
    ],
  }
  const flaky = { status: 'flaky', results: [{ errors: [{ message: 'too late' }] }, { errors: [] }] }
  const report = {
    errors: [{ message: 'no browser' }],
    suites: [
      {
        specs: [{ file: 'a.spec.ts', title: 'one', tests: [failed] }],
        suites: [
          {
            specs: [
              { file: 'a.spec.ts', title: 'two', tests: [flaky] },
              { file: 'a.spec.ts', title: 'three', tests: [{ status: 'expected', results: [] }] },
            ],
          },
        ],
      },
    ],
  }
  expect(listPlaywrightFailures(JSON.stringify(report))).toEqual([
    'outside of tests\n    no browser',
    ['a.spec.ts › one', 'not visible', ...said.slice(0, 15), 'logged'].join('\n    '),
    'a.spec.ts › two\n    too late',
  ])
})

it('cuts long messages', () => {
  const message = Array.from({ length: 40 }, (_, n) => `line ${n + 1}`).join('\n')
  const report = { testResults: [{ name: 'x.test.ts', status: 'failed', message, assertionResults: [] }] }
  const [text] = listVitestFailures(JSON.stringify(report))
  expect(text).toContain('line 15')
  expect(text).not.toContain('line 16')
})
