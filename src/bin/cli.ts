import { Refusal } from '../core/errors.ts'
import { ConfigError } from '../platform/config.ts'
import { showStack } from '../platform/process/stacks.ts'
import { describeRefusal } from '../words/english.ts'
import { UsageError } from './arguments.ts'
import { type CommandIo, printLine } from './io.ts'

const USAGE = `parley <command>

  start [--port N] [--data DIR]                       run the service (everything in one process)
  api [--port N]                                      answer calls, as one of many processes (DATABASE_URL, NATS_URL)
  worker [--port N]                                   own clients and run flows, as one of many
  sandbox [--port N] [--http-port N] [--data DIR]     run the sandbox network alone
  sandbox scan QR [--phone N]                         scan a pairing string with a simulated phone
  sandbox say CONTACT ACCOUNT TEXT                    write to an account as a contact
  sandbox read CONTACT [--json]                       what that contact received and decrypted
  user create --email E --password P [--admin] [--plan free|pro]
  key create --email E --name N [--scopes S,...] [--clients ID,...] [--days N]   prints only the key
  key list --email E
  key revoke --email E ID
  client create --email E --name N [--network sandbox|whatsapp]   prints only the id
  pair CLIENT --phone N                               link a client by a code typed into the phone (PARLEY_URL, PARLEY_KEY)
  pair CLIENT --link [--minutes N]                    make a link by which the owner of the number links it elsewhere
  session import --email E --client ID [--session NAME] PATH...   move in what another program kept of an account
  flow test FILE...                                   run acceptance cases
  flow run FILE                                       step a flow in the terminal
  mcp [--only OPERATION,...]                          tools for assistants, over stdin and stdout (PARLEY_URL, PARLEY_KEY)
  demo [--pause MS]                                   the whole way, on the sandbox network
  master-key rotate                                   change the master key while the service runs
  master-key retire                                   forget the old key once nothing needs it
  doctor                                              check what the service needs
  backup FILE                                         write everything into one file, also while the service runs
  restore FILE                                        fill an empty place from it

Settings come from the environment; docs/operations.md lists them.`

type Command = (args: readonly string[], io: CommandIo) => Promise<number>

/** Each is loaded when it is asked for: a short command would otherwise take most of its time to load what the service needs. */
const COMMANDS: Readonly<Record<string, Command>> = {
  start: async (args, io) => (await import('./commands/start.ts')).runStartCommand(args, io),
  api: async (args, io) => (await import('./commands/start.ts')).runApiCommand(args, io),
  worker: async (args, io) => (await import('./commands/start.ts')).runWorkerCommand(args, io),
  sandbox: async (args, io) => (await import('./commands/sandbox.ts')).runSandboxCommand(args, io),
  user: async (args, io) => (await import('./commands/admin.ts')).runUserCommand(args, io),
  key: async (args, io) => (await import('./commands/admin.ts')).runKeyCommand(args, io),
  client: async (args, io) => (await import('./commands/admin.ts')).runClientCommand(args, io),
  pair: async (args, io) => (await import('./commands/pair.ts')).runPairCommand(args, io),
  session: async (args, io) => (await import('./commands/session.ts')).runSessionCommand(args, io),
  flow: async (args, io) => (await import('./flow/flow-command.ts')).runFlowCommand([...args], io),
  mcp: async (args, io) => (await import('./commands/mcp.ts')).runMcpCommand(args, io),
  demo: async (args, io) => (await import('./commands/demo.ts')).runDemoCommand(args, io),
  'master-key': async (args, io) => (await import('./commands/master-key.ts')).runMasterKeyCommand(args, io),
  doctor: async (args, io) => (await import('./commands/doctor.ts')).runDoctorCommand(args, io),
  backup: async (args, io) => (await import('./commands/backup.ts')).runBackupCommand(args, io),
  restore: async (args, io) => (await import('./commands/backup.ts')).runRestoreCommand(args, io),
}

/** What people must mend themselves is one sentence; only bugs show where they happened. */
function describeFailure(error: unknown): { text: string; exitCode: number } {
  if (error instanceof UsageError) return { text: error.message, exitCode: 2 }
  if (error instanceof Refusal) return { text: describeRefusal(error), exitCode: 1 }
  if (error instanceof ConfigError) return { text: error.message, exitCode: 1 }
  const text = error instanceof Error ? showStack(error) : String(error)
  return { text: `Something unexpected went wrong:\n${text}`, exitCode: 1 }
}

/** Runs one command; answers the exit code. Results go to stdout, everything else to stderr. */
export async function runCli(args: readonly string[], io: CommandIo): Promise<number> {
  const [name, ...rest] = args
  if (name === undefined || name === 'help' || name === '--help') {
    printLine(io.stdout, USAGE)
    return name === undefined ? 2 : 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) {
    printLine(io.stderr, `There is no command "${name}".\n\n${USAGE}`)
    return 2
  }
  try {
    return await command(rest, io)
  } catch (error) {
    const { text, exitCode } = describeFailure(error)
    printLine(io.stderr, text)
    return exitCode
  }
}
