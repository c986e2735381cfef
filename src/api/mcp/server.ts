import {
  fromJsonSchema,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
  McpServer,
} from '@modelcontextprotocol/server'
import { VERSION } from '../../contract/operation.ts'
import { ANSWER_FIELD, type OperationTool } from './tools.ts'

export interface OperationAnswer {
  ok: boolean
  /** JSON: the answer of the operation, or its error with `code`, `status`, `message` and `data`. */
  text: string
}

/** Calls one operation, by its name with dots. Never throws; what went wrong is an answer too. */
export type CallOperation = (
  operation: string,
  input: unknown,
  signal: AbortSignal,
) => Promise<OperationAnswer>

const INSTRUCTIONS = `Parley operates messaging accounts, called clients. Begin with clients_list to get their ids.
Messages reach real people unless the client's network is "sandbox": ask before you send to somebody.
A refusal has a code, and a message that says what to do next. After a send whose outcome is unknown, look into the conversation before sending again.
Every call counts against the hour of the key; after TOO_MANY_REQUESTS wait until data.resetAt.`

/** The service checks every input itself and says what is wrong in its own words, so nothing is checked before. */
const ACCEPT_ALL: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (input): JsonSchemaValidatorResult<T> => ({ valid: true, data: input as T, errorMessage: undefined }),
}

/** The answer as its schema describes it: what is no object is put into one, because a tool answers objects only. */
function buildStructured({ wrapsAnswer }: OperationTool, text: string): Record<string, unknown> {
  const answer: unknown = JSON.parse(text)
  return wrapsAnswer ? { [ANSWER_FIELD]: answer } : (answer as Record<string, unknown>)
}

/** Tools of assistants over the API: each call is one call of an operation with the key, whose scopes and limits hold. */
export function createMcpServer(tools: readonly OperationTool[], call: CallOperation): McpServer {
  const about = { name: 'parley', title: 'Parley', version: VERSION }
  const server = new McpServer(about, { instructions: INSTRUCTIONS })
  for (const tool of tools) {
    const { name, entry, title, description, inputSchema, outputSchema } = tool
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: fromJsonSchema(inputSchema, ACCEPT_ALL),
        outputSchema: fromJsonSchema(outputSchema, ACCEPT_ALL),
        annotations: {
          readOnlyHint: entry.effect === 'reads',
          ...(entry.effect !== 'reads' && { destructiveHint: entry.effect === 'destroys' }),
        },
      },
      async (input, ctx) => {
        const { ok, text } = await call(entry.name, input, ctx.mcpReq.signal)
        const content = [{ type: 'text' as const, text }]
        return ok ? { content, structuredContent: buildStructured(tool, text) } : { content, isError: true }
      },
    )
  }
  return server
}
