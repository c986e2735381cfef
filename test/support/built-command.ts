import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { buildServer } from '../../src/bin/builds/server.ts'

type Program = typeof import('../../src/bin/cli.ts')

let program: Promise<Program> | undefined

/** The built program shows its sources in all stacks of its process; those of tests are shown by their runner. */
async function loadProgram(): Promise<Program> {
  const built = path.join(await buildServer(), 'cli.mjs')
  const { prepareStackTrace } = Error
  const loaded = (await import(pathToFileURL(built).href)) as Program
  Object.assign(Error, { prepareStackTrace })
  return loaded
}

/** Runs one command of the program in this process; answers what it printed, or throws what it said was wrong. */
export async function runBuiltCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  program ??= loadProgram()
  const { runCli } = await program
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const printed = Promise.all([text(stdout), text(stderr)])
  const exitCode = await runCli(args, { stdin, stdout, stderr, env })
  stdout.end()
  stderr.end()
  const [answer, problem] = await printed
  if (exitCode !== 0) throw new Error(`parley ${args.join(' ')} ended with ${exitCode}:\n${problem}`)
  return answer.trim()
}
