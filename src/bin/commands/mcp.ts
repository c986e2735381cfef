import { once } from 'node:events'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { generateOpenApi } from '../../api/document/openapi.ts'
import { type CallOperation, createMcpServer } from '../../api/mcp/server.ts'
import { buildTools, DEFAULT_TOOLS, isChosen, type OperationTool } from '../../api/mcp/tools.ts'
import { readArguments, readText, UsageError } from '../arguments.ts'
import { type CommandIo, printLine } from '../io.ts'
import { type Caller, callOperation, readCaller } from './operation-call.ts'

const USAGE =
  'mcp [--only OPERATION,... | --all]   with PARLEY_KEY, and PARLEY_URL unless it is http://127.0.0.1:3000'
/** Of asking what the key may do, before tools are listed. */
const ASK_TIMEOUT_MS = 10_000
/** As much as the service takes of base64 media, and the frame around it. */
const MAX_REQUEST_BYTES = 65 * 1024 * 1024

async function chooseTools(only: string | undefined, isAll: boolean): Promise<OperationTool[]> {
  const choose = async (names: readonly string[]) =>
    // Most of a start would be the schemas of operations that are not offered.
    buildTools(await generateOpenApi((operation) => isChosen(operation, names)), names)
  if (only === undefined) return isAll ? buildTools(await generateOpenApi()) : choose(DEFAULT_TOOLS)
  if (isAll) throw new UsageError(`Give --only or --all, not both. Usage: parley ${USAGE}`)
  const names = only.split(',').map((name) => name.trim())
  const tools = await choose(names)
  for (const name of names) {
    if (!tools.some(({ entry }) => isChosen(entry.name, [name])))
      throw new UsageError(`--only: there is no operation or group "${name}" that a key may call.`)
  }
  return tools
}

/** Those that the key may use; all of them when the service does not say, which then refuses what may not be. */
async function leaveOutRefused(tools: readonly OperationTool[], caller: Caller): Promise<OperationTool[]> {
  const { ok, text } = await callOperation(caller, 'keys.current', {}, AbortSignal.timeout(ASK_TIMEOUT_MS))
  if (!ok) return [...tools]
  const { operations } = JSON.parse(text) as { operations: string[] }
  return tools.filter(({ entry }) => operations.includes(entry.name))
}

/** Offers the operations of a running service as tools to an assistant, over standard input and output, until it leaves. */
export async function runMcpCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const parsed = readArguments(args, { only: { type: 'string' }, all: { type: 'boolean' } }, USAGE)
  if (parsed.positionals.length > 0)
    throw new UsageError(`"${parsed.positionals[0]}" is one word too many. Usage: parley ${USAGE}`)
  const caller = readCaller(io.env, USAGE)
  const tools = await chooseTools(readText(parsed, 'only'), parsed.values.all === true)
  const over = once(io.stdin, 'close')
  const transport = new StdioServerTransport(io.stdin, io.stdout, { maxBufferSize: MAX_REQUEST_BYTES })
  const call: CallOperation = (operation, input, signal) => callOperation(caller, operation, input, signal)
  const create = async () => createMcpServer(await leaveOutRefused(tools, caller), call)
  const handle = serveStdio(create, {
    transport,
    onerror: (error) => printLine(io.stderr, `mcp: ${error.message}`),
  })
  await over
  await handle.close()
  return 0
}
