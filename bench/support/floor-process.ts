import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BareClient, pairBareClient, startEchoBot } from './bare-baileys.ts'

/**
 * The floor as a process: bare Baileys with keys in memory behind HTTP. `POST /send {to, text}` answers when the
 * server acknowledged; `POST /echo` turns it into an echo bot. FLOOR_SCAN_URL is the sandbox's HTTP address.
 */
const network = {
  wsUrl: process.env.NETWORK_URL ?? '',
  rootKeyHex: process.env.NETWORK_ROOT_KEY ?? '',
  rootSerial: Number(process.env.NETWORK_ROOT_SERIAL),
  scan: (qr: string, options: { phone?: string } = {}) =>
    fetch(new URL('/scan', process.env.FLOOR_SCAN_URL), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ qr, ...options }),
    }),
}

const client: BareClient = await pairBareClient(network, process.env.FLOOR_PHONE)

async function handle(route: string | undefined, body: string): Promise<unknown> {
  if (route === '/echo') {
    startEchoBot(client)
    return { ok: true }
  }
  const { to, text } = JSON.parse(body) as { to: string; text: string }
  await client.sendText(to, text)
  return { ok: true }
}

const server = createServer((req, res) => {
  let body = ''
  req.setEncoding('utf8').on('data', (chunk: string) => {
    body += chunk
  })
  req.on('end', () => {
    handle(req.url, body).then(
      (answer) => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
      (error: unknown) => res.writeHead(500).end(String(error)),
    )
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
