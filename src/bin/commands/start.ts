import { flushCompileCache } from 'node:module'
import pino from 'pino'
import { loadConfig } from '../../platform/config.ts'
import { createLogger } from '../../platform/logger.ts'
import { readArguments, readText, UsageError } from '../arguments.ts'
import { type CommandIo, printLine } from '../io.ts'
import type { Role } from '../roles.ts'
import { type Service, startService } from '../service.ts'
import { describeStart } from '../terminal/welcome.ts'

const isTerminal = (stream: object): boolean => 'isTTY' in stream && stream.isTTY === true

/** Only for people: what a program reads is the line before. */
async function welcome(url: string, service: Service, io: CommandIo): Promise<void> {
  const hasAccount = await service.hasAccount().catch(() => true)
  for (const line of describeStart(url, hasAccount)) printLine(io.stdout, line)
}

/**
 * Runs one process of the service until a signal stops it. The one line on stdout is `ready URL`, and at a terminal where to go;
 * the log goes to stderr.
 */
async function serve(role: Role, args: readonly string[], io: CommandIo): Promise<number> {
  const usage = `${role} [--port N] [--data DIR]`
  const parsed = readArguments(args, { port: { type: 'string' }, data: { type: 'string' } }, usage)
  if (parsed.positionals.length > 0)
    throw new UsageError(`"${parsed.positionals[0]}" is one word too many. Usage: parley ${usage}`)
  const port = readText(parsed, 'port')
  const dataDir = readText(parsed, 'data')
  const config = loadConfig({
    ...io.env,
    ...(port === undefined ? {} : { PORT: port }),
    ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
  })
  const log = createLogger({ level: config.logLevel, destination: pino.destination({ fd: 2, sync: false }) })
  const service = await startService(role, config, log)
  service.trapSignals()
  printLine(io.stdout, `ready ${service.url}`)
  if (role !== 'worker' && isTerminal(io.stdout)) await welcome(config.baseUrl ?? service.url, service, io)
  // A process that is killed later leaves the next start what it compiled.
  flushCompileCache()
  return new Promise<never>(() => undefined)
}

export const runStartCommand = (args: readonly string[], io: CommandIo) => serve('start', args, io)
export const runApiCommand = (args: readonly string[], io: CommandIo) => serve('api', args, io)
export const runWorkerCommand = (args: readonly string[], io: CommandIo) => serve('worker', args, io)
