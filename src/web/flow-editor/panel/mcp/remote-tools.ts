import type { api } from '../../../app/api.ts'
import type { Entry } from '../fields/entry-list.tsx'

type ListInput = Parameters<typeof api.models.listTools>[0]
export type RemoteTool = Awaited<ReturnType<typeof api.models.listTools>>['tools'][number]

/** A server of tools as a person names it; `secret` is the name of its key, empty for none. */
export interface ToolServer {
  url: string
  secret: string
}

export const toRequest = ({ url, secret }: ToolServer): ListInput['request'] => ({
  url: url.trim(),
  headers:
    secret === '' ? [] : [{ name: 'Authorization', value: ['Bearer ', { secret, as: 'raw' as const }] }],
})

/** The server that a flow's tools are of already, so that nobody types its address twice. */
export function findServer(entries: readonly Entry[]): ToolServer {
  const { url = '', headers = [] } = entries.find(({ kind, url: at }) => kind === 'mcp' && at) ?? {}
  const values = Array.isArray(headers) ? headers.map((header) => String((header as Entry).value)) : []
  const [, secret = ''] = /\{\{\s*secrets\.(\w+)\s*\}\}/.exec(values.join('\n')) ?? []
  return { url: String(url), secret }
}

/** Whether the flow has the tool of the server already. */
export const isGiven = (entries: readonly Entry[], url: string, { name }: RemoteTool): boolean =>
  entries.some(
    (entry) => entry.kind === 'mcp' && entry.url === url.trim() && (entry.remoteTool || entry.name) === name,
  )

const NO_NAME = /[^A-Za-z0-9_-]+/g
const MAX_NAME_CHARS = 64

/** A tool of the flow: what the server says of it is the flow's own from now on. */
export function toEntry({ url, secret }: ToolServer, tool: RemoteTool, taken: readonly string[]): Entry {
  const name = freeName(tool.name, taken)
  return {
    ...{ kind: 'mcp', name, description: tool.description || tool.name, url: url.trim() },
    ...(name !== tool.name && { remoteTool: tool.name }),
    parameters: JSON.stringify(tool.parameters, null, 2),
    ...(secret !== '' && { headers: [{ name: 'Authorization', value: `Bearer {{ secrets.${secret} }}` }] }),
  }
}

/** As models take names, and no other tool of the flow has it. */
function freeName(given: string, taken: readonly string[]): string {
  const plain = given.replaceAll(NO_NAME, '_')
  const name = (/^[A-Za-z_]/.test(plain) ? plain : `_${plain}`).slice(0, MAX_NAME_CHARS)
  for (let count = 1; ; count++) {
    const own = count === 1 ? name : `${name.slice(0, MAX_NAME_CHARS - 4)}_${count}`
    if (!taken.includes(own)) return own
  }
}

/** The flow's tools with the chosen ones behind them. */
export function addTools(
  entries: readonly Entry[],
  server: ToolServer,
  chosen: readonly RemoteTool[],
): Entry[] {
  const all = [...entries]
  for (const tool of chosen) {
    const taken = all.map(({ name }) => String(name))
    all.push(toEntry(server, tool, taken))
  }
  return all
}
