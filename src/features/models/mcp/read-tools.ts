import { loosenSchema } from '../../../core/flow/index.ts'
import { findJsonProblem } from '../../../core/json-safety.ts'

/** A tool as its server tells of it, made fit for a flow. */
export interface RemoteTool {
  name: string
  description: string
  /** A JSON Schema that a flow can hold a model to; null where it cannot be made from what the server says. */
  parameters: Record<string, unknown> | null
  /** Rules that the server has beside these, such as patterns, were left out. */
  isLoosened: boolean
}

export interface ListedTools {
  tools: RemoteTool[]
  /** False: the server has more than were read. */
  isWhole: boolean
}

/** As the client gave them. */
export interface GivenTools {
  tools: readonly unknown[]
  isWhole: boolean
}

/** More than anybody chooses from, and less than fills a page. */
const MAX_TOOLS = 200
const MAX_NAME_CHARS = 128
const MAX_DESCRIPTION_CHARS = 1_000

/** Takes the secrets out of it, for a server could repeat the key that it was asked with. */
export function readTools({ tools, isWhole }: GivenTools, hide: (text: string) => string): ListedTools {
  const shown = tools.slice(0, MAX_TOOLS)
  const hidden: unknown = JSON.parse(hide(JSON.stringify(shown)))
  const given = Array.isArray(hidden) ? hidden : []
  return { tools: given.flatMap(readTool), isWhole: isWhole && tools.length <= MAX_TOOLS }
}

function readTool(given: unknown): RemoteTool[] {
  const { name, description, inputSchema } = given as Readonly<Record<string, unknown>>
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_CHARS) return []
  if (findJsonProblem(given) !== undefined) return []
  const said = typeof description === 'string' ? description.trim() : ''
  const { schema, isLoosened } = loosenSchema(inputSchema)
  return [
    {
      name,
      description: said.slice(0, MAX_DESCRIPTION_CHARS).toWellFormed(),
      parameters: schema,
      isLoosened,
    },
  ]
}
