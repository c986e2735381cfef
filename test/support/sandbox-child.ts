import { startSandbox } from '../../sandbox/index.ts'

/**
 * A sandbox network in a process of its own; it ends with the process that started it. Everything is in memory, unless a
 * data directory is named.
 */
// The library's Signal part talks of sessions that are replaced, which happens all the time here.
for (const level of ['info', 'warn', 'error'] as const) console[level] = () => {}

const [, , dataDir] = process.argv
const sandbox = await startSandbox(dataDir ? { dataDir } : {})
const { wsUrl, httpUrl, rootKeyHex, rootSerial, mediaCaPem } = sandbox
process.stdout.write(`${JSON.stringify({ wsUrl, httpUrl, rootKeyHex, rootSerial, mediaCaPem })}\n`)
process.stdin.resume().once('end', () => void sandbox.close().finally(() => process.exit(0)))
