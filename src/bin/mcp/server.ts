import {
  fromJsonSchema,
  type JsonSchemaValidatorResult,
  type jsonSchemaValidator,
  McpServer,
} from '@modelcontextprotocol/server'
import { type Caller, callOperation } from './call-operation.ts'
import type { OperationTool } from './tools.ts'

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

/** Tools of assistants over the API: each call is one HTTP call with the key, whose scopes and limits hold. */
export function createMcpServer(tools: readonly OperationTool[], caller: Caller, version: string): McpServer {
  const server = new McpServer({ name: 'parley', title: 'Parley', version }, { instructions: INSTRUCTIONS })
  for (const { name, operation, title, description, inputSchema, isReadOnly } of tools) {
    server.registerTool(
      name,
      {
        title,
        description,
        inputSchema: fromJsonSchema(inputSchema, ACCEPT_ALL),
        annotations: { title, readOnlyHint: isReadOnly },
      },
      async (input, ctx) => {
        const { ok, text } = await callOperation(caller, operation, input, ctx.mcpReq.signal)
        return { content: [{ type: 'text', text }], isError: !ok }
      },
    )
  }
  return server
}
