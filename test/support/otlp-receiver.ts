import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedSpan {
  readonly role: string
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly attributes: Readonly<Record<string, string | number>>
  readonly links: readonly { traceId: string; spanId: string }[]
  readonly isError: boolean
}

export interface OtlpReceiver {
  readonly url: string
  readonly spans: ReceivedSpan[]
  /** Headers of the latest delivery. */
  headers: Record<string, unknown>
  /** All that was delivered, as it came. */
  text: string
  /** What it answers; 200 unless it is told otherwise. */
  status: number
  close(): Promise<void>
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number }
}

interface Delivery {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: {
      spans: {
        name: string
        traceId: string
        spanId: string
        parentSpanId?: string
        attributes?: Attribute[]
        links?: { traceId: string; spanId: string }[]
        status?: { code?: number }
      }[]
    }[]
  }[]
}

function toRecord(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.doubleValue ?? Number(value.intValue),
    ]),
  )
}

function readSpans(text: string): ReceivedSpan[] {
  return (JSON.parse(text) as Delivery).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const role = String(toRecord(resource.attributes)['parley.role'])
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ name, traceId, spanId, parentSpanId = '', attributes = [], links = [], status }) => ({
        role,
        name,
        traceId,
        spanId,
        parentSpanId,
        attributes: toRecord(attributes),
        links,
        isError: status?.code === 2,
      })),
    )
  })
}

/** A collector of traces on this machine, which keeps what it is sent. */
export async function startOtlpReceiver(port = 0): Promise<OtlpReceiver> {
  const server = createServer((req, res) => {
    let text = ''
    req.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    req.on('end', () => {
      receiver.headers = req.headers
      if (receiver.status === 200 && req.url === '/v1/traces') {
        receiver.text += text
        receiver.spans.push(...readSpans(text))
      }
      res.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const receiver: OtlpReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    headers: {},
    text: '',
    status: 200,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return receiver
}
