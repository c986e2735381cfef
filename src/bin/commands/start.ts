import pino from 'pino'
import { loadConfig } from '../../platform/config.ts'
import { createLogger } from '../../platform/logger.ts'
import { readArguments, readText, UsageError } from '../arguments.ts'
import { type CommandIo, printLine } from '../io.ts'
import { startService } from '../service.ts'

const USAGE = 'start [--port N] [--data DIR]'

/** Runs until a signal stops it. The one line on stdout is `ready URL`; the log goes to stderr. */
export async function runStartCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = readArguments(args, { port: { type: 'string' }, data: { type: 'string' } }, USAGE)
  if (parsed.positionals.length > 0)
    throw new UsageError(`"${parsed.positionals[0]}" is one word too many. Usage: parley ${USAGE}`)
  const port = readText(parsed, 'port')
  const dataDir = readText(parsed, 'data')
  const config = loadConfig({
    ...io.env,
    ...(port === undefined ? {} : { PORT: port }),
    ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }),
  })
  const log = createLogger({ level: config.logLevel, destination: pino.destination({ fd: 2, sync: false }) })
  const service = await startService(config, log)
  service.trapSignals()
  printLine(io.stdout, `ready ${service.url}`)
  return new Promise<never>(() => undefined)
}
