import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Each message of a failed test is cut to this many lines; the whole one stands where the test ran. */
const MAX_LINES = 15

interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    file: string
    title: string
    tests: { status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
}

interface PlaywrightReport extends PlaywrightSuite {
  errors: { message?: string }[]
}

function cut(message: string): string[] {
  // Matchers of the browsers' tests colour their messages whatever the environment says.
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.slice(0, MAX_LINES)
}

function describeFailure(title: string, messages: readonly string[]): string {
  return [title, ...messages.flatMap(cut).map((line) => `    ${line}`)].join('\n')
}

/** Each failed test, and each file that failed as a whole, with what was said of it. */
export function listVitestFailures(text: string): string[] {
  const report = JSON.parse(text) as VitestReport
  return report.testResults.flatMap((file) => {
    const name = path.relative('.', file.name)
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    const tests = failed.map((test) => describeFailure(`${name} › ${test.fullName}`, test.failureMessages))
    const isWhole = file.status === 'failed' && (file.message !== '' || failed.length === 0)
    return isWhole ? [describeFailure(name, [file.message]), ...tests] : tests
  })
}

function listSuiteFailures(suite: PlaywrightSuite): string[] {
  const own = (suite.specs ?? []).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message }) => message ?? ''))
        return describeFailure(`${file} › ${title}`, messages)
      }),
  )
  return [...own, ...(suite.suites ?? []).flatMap(listSuiteFailures)]
}

/** The same of a run in browsers; what went wrong outside of tests comes first. */
export function listPlaywrightFailures(text: string): string[] {
  const report = JSON.parse(text) as PlaywrightReport
  return [
    ...report.errors.map(({ message }) => describeFailure('outside of tests', [message ?? ''])),
    ...listSuiteFailures(report),
  ]
}
