import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The HTTP server that Parley is built on, answering every request with CONSTANT_BODY once it was read. */
const body = process.env.CONSTANT_BODY ?? '{}'

const server = createServer((req, res) => {
  req.resume().on('end', () => {
    res
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      .end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
