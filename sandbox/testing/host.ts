import { AT_ONCE, startTestNetwork } from './network.ts'

/** A network in a process of its own, so that a test can kill it: `host.ts <data directory> <port>`. */
const [dataDir = '', port = '0'] = process.argv.slice(2)
const { wsUrl, httpUrl, rootKeyHex, rootSerial } = await startTestNetwork({
  ...{ dataDir, port: Number(port), phoneDelay: AT_ONCE },
})
process.stdout.write(`${JSON.stringify({ wsUrl, httpUrl, rootKeyHex, rootSerial })}\n`)
