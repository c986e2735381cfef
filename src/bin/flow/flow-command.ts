import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type CaseHost,
  importTypebot,
  readCases,
  recogniseArchive,
  recogniseWorkflow,
  runCase,
  toExchange,
} from '../../core/flow/index.ts'
import { describeCaseFailure, describeNotes, describeRefusal } from '../../words/english.ts'
import { openCaseHost } from './case-host.ts'
import { type CommandStreams, stepFlow } from './flow-stepper.ts'

const USAGE = `Usage:
  flow test FILE...   run cases from .json or .md files; one line a case, exit 1 when one falls short
  flow run FILE [--record]
                      step a flow in exchange format in the terminal, with the flows in its bundle; --record prints the
                      conversation as a case at the end
  flow import-typebot FILE
                      write an exported Typebot (6 or later) as a flow in exchange format; the report goes to stderr
`

/**
 * The command `flow`: `flow test FILE...`, `flow run FILE` and `flow import-typebot FILE`.
 * Answers the exit code: 0 fine, 1 something fell short, 2 wrong use.
 */
export async function runFlowCommand(args: string[], io: CommandStreams): Promise<number> {
  const [command, ...files] = args
  if (command === 'test' && files.length > 0) return testFiles(files, io)
  if (command === 'run') {
    const [file, ...more] = files.filter((argument) => argument !== '--record')
    if (file !== undefined && more.length === 0) return runFile(file, files.includes('--record'), io)
  }
  if (command === 'import-typebot' && files.length === 1 && files[0] !== undefined) {
    return importTypebotFile(files[0], io)
  }
  if (command === 'help' || command === '--help') {
    io.stdout.write(USAGE)
    return 0
  }
  io.stderr.write(USAGE)
  return 2
}

async function testFiles(files: string[], io: CommandStreams): Promise<number> {
  const host = await openCaseHost()
  let passed = 0
  let failed = 0
  for (const file of files) {
    const text = await readText(file, io)
    if (text === null) {
      failed += 1
      continue
    }
    for (const { where, result } of readCases(text, file)) {
      if (result.ok && reportCase(result.value, host, io)) passed += 1
      else failed += 1
      if (!result.ok) io.stdout.write(`FAIL ${where}: ${result.message}\n`)
    }
  }
  io.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

function reportCase(flowCase: Parameters<typeof runCase>[0], host: CaseHost, io: CommandStreams): boolean {
  const { id, title, ok, failures } = runCase(flowCase, host)
  const reasons = ok
    ? ''
    : ` | ${failures
        .map((failure) => describeCaseFailure(failure))
        .join('; ')
        .replace(/\s*\n\s*/g, ' ')}`
  io.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${id} ${title}${reasons}\n`)
  return ok
}

async function runFile(file: string, record: boolean, io: CommandStreams): Promise<number> {
  const text = await readText(file, io)
  return text === null ? 1 : stepFlow(text, basename(file), { io, record })
}

async function importTypebotFile(file: string, io: CommandStreams): Promise<number> {
  const text = await readText(file, io)
  if (text === null) return 1
  const value = parseJson(text)
  const foreign = recogniseArchive(text) ?? recogniseWorkflow(value)
  if (foreign) {
    io.stderr.write(`${basename(file)}: ${describeRefusal({ message: '', data: foreign })}\n`)
    return 1
  }
  const result = importTypebot(value, describeNotes)
  if (!result.ok) {
    const data = { reason: 'TYPEBOT_UNREADABLE', params: result.problem }
    io.stderr.write(`${basename(file)}: ${describeRefusal({ message: '', data })}\n`)
    return 1
  }
  for (const { status, type, group, id, notes } of result.report) {
    io.stderr.write(
      `${status.padEnd(7)} ${type} (${group === '' ? id : group})${notes.length === 0 ? '' : `: ${describeNotes(notes)}`}\n`,
    )
  }
  io.stdout.write(`${JSON.stringify(toExchange(result.flow), null, 2)}\n`)
  return 0
}

/** The JSON value of a text; undefined, which nothing reads as a document, when it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

async function readText(file: string, io: CommandStreams): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    io.stderr.write(`cannot read ${file}: ${reason}\n`)
    return null
  }
}
