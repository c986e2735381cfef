import http from 'node:http'
import { Readable } from 'node:stream'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

/** How one message is answered in place of the protocol. */
export type ToolFault =
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
  | { kind: 'text'; type: string; body: string }
  | { kind: 'hang' }
  | { kind: 'huge'; bytes: number }
  /** A list of tools whose next page is there for ever; stays. */
  | { kind: 'endless' }

/** A message as it came. */
export interface ToolMessage {
  method: string | undefined
  headers: http.IncomingHttpHeaders
  body: { method?: string; params?: { name?: string; arguments?: unknown; cursor?: string } }
}

/** A server of tools for tests, on this machine: the protocol's own library, and faults where one is asked for. */
export class ToolServer {
  readonly asked: ToolMessage[] = []
  /** Tools that were carried out, by name. */
  readonly done: string[] = []
  /** For messages of a method, once each. */
  readonly faults = new Map<string, ToolFault>()
  /** Stands in the description of a tool. */
  says = ''
  private readonly handler = createMcpHandler(() => this.createServer())
  private readonly server = http.createServer((request, response) => {
    this.handle(request, response).catch(() => response.destroy())
  })

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
    const address = this.server.address()
    if (typeof address !== 'object' || address === null) throw new Error('the tool server does not listen')
    return `http://127.0.0.1:${address.port}/mcp`
  }

  async close(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((resolve) => this.server.close(resolve))
  }

  private createServer(): McpServer {
    const server = new McpServer({ name: 'tools', version: '1.0.0' })
    const inputSchema = z.object({ id: z.string() })
    server.registerTool('find_order', { description: 'Finds', inputSchema }, async ({ id }) => {
      this.done.push(`find_order ${id}`)
      return { content: [{ type: 'text', text: `order ${id} is sent` }] }
    })
    const outputSchema = z.object({ state: z.string() })
    server.registerTool('state', { description: 'State', inputSchema, outputSchema }, async ({ id }) => {
      this.done.push(`state ${id}`)
      return { content: [{ type: 'text', text: 'sent' }], structuredContent: { state: `sent ${id}` } }
    })
    const bounded = z.object({
      code: z
        .string()
        .regex(/^[A-Z]+$/)
        .describe('Letters'),
      mail: z.email().optional(),
      sizes: z
        .array(z.union([z.int().min(1), z.literal('all')]))
        .max(3)
        .default([]),
    })
    server.registerTool(
      'bounded',
      { description: `Has rules. ${this.says}`, inputSchema: bounded },
      async () => ({
        content: [],
      }),
    )
    server.registerTool('refuse', { description: 'Refuses', inputSchema }, async () => ({
      content: [{ type: 'text', text: 'no such order' }],
      isError: true,
    }))
    server.registerTool('repeat', { description: 'Repeats', inputSchema }, async ({ id }) => ({
      content: [{ type: 'text', text: id }],
    }))
    return server
  }

  private async handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method, headers } = request
    const body = (text === '' ? {} : JSON.parse(text)) as ToolMessage['body']
    this.asked.push({ method, headers, body })
    const fault = this.faults.get(body.method ?? '')
    if (fault && fault.kind !== 'endless') {
      this.faults.delete(body.method ?? '')
      return spoil(fault, response)
    }
    const passed = new Headers()
    for (const [name, value] of Object.entries(headers)) passed.set(name, String(value))
    const web = new Request(`http://${headers.host}${request.url}`, { method: 'POST', headers: passed })
    if (fault) delete body.params?.cursor
    const answer = await this.handler.fetch(web, { parsedBody: body })
    const own = Object.fromEntries(answer.headers)
    if (fault) {
      delete own['content-length']
      return void response.writeHead(answer.status, own).end(addPage(await answer.text()))
    }
    response.writeHead(answer.status, own)
    if (answer.body === null) return void response.end()
    Readable.fromWeb(answer.body).pipe(response)
  }
}

/** A page of the protocol's own server with many tools, which always names another (specification 2025-11-25, pagination). */
function addPage(text: string): string {
  return text.replace(/"tools":(\[.*\])(?=[,}])/s, (_, list: string) => {
    const [tool] = JSON.parse(list) as object[]
    const tools = Array.from({ length: 60 }, (_one, n) => ({ ...tool, name: `tool_${n}` }))
    return `"nextCursor":"next","tools":${JSON.stringify(tools)}`
  })
}

function spoil(fault: Exclude<ToolFault, { kind: 'endless' }>, response: http.ServerResponse): void {
  switch (fault.kind) {
    case 'status':
      return void response.writeHead(fault.status, fault.headers).end(fault.body)
    case 'text':
      return void response.writeHead(200, { 'content-type': fault.type }).end(fault.body)
    case 'hang':
      return
    case 'huge':
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(Buffer.alloc(fault.bytes, 0x20))
  }
}
