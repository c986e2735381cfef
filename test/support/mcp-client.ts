import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** The two ways of the protocol: with a handshake, as assistants have spoken it up to now, and without one. */
export const MCP_ERAS = ['legacy', { pin: '2026-07-28' }] as const

/** An assistant that reaches the tools by HTTP, as a host would connect it; `url` is of the service. */
export async function connectMcp(
  url: string,
  headers: Record<string, string>,
  { era = 'legacy', tools }: { era?: (typeof MCP_ERAS)[number]; tools?: string } = {},
): Promise<Client> {
  const endpoint = new URL('/api/mcp', url)
  if (tools !== undefined) endpoint.searchParams.set('tools', tools)
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era } })
  await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } }))
  return client
}

/** Calls a tool; answers whether it was refused, and the JSON it gave. */
export async function useTool(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: input })
  const [first] = content
  if (first?.type !== 'text') throw new Error(`${name} answered no text`)
  return { refused: isError ?? false, body: JSON.parse(first.text) as Record<string, unknown> }
}
