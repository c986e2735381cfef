import { setTimeout as sleep } from 'node:timers/promises'

const MB = 1_048_576
const LISTENING = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/
/** What a process says of its inspector, in between its log. */
const ABOUT_INSPECTOR =
  /^(Debugger (listening|attached|ending)|For help, see: https:\/\/nodejs\.org\/|Waiting for the debugger)/
/** The log comes through a pipe, and on a busy machine a connection may be turned away once. */
const TRIES = 20
const BETWEEN_TRIES_MS = 500

interface Reply {
  id?: number
  result?: { usedSize?: number }
  error?: { message: string }
}

/** Settings under which a process can be asked for what it holds when nothing is left to be thrown away. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** The log without what is said of the inspector. */
export function withoutInspector(log: string): string {
  const lines = log.split('\n').filter((line) => !ABOUT_INSPECTOR.test(line))
  return lines.join('\n').trim()
}

function connect(readLog: () => string): Promise<WebSocket> {
  const address = LISTENING.exec(readLog())?.[0]
  if (!address) throw new Error('it has not said where its inspector listens')
  const socket = new WebSocket(address)
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', (event) => {
      const { error, message } = event as Partial<ErrorEvent>
      reject(new Error(`${address} cannot be reached: ${message || error || 'no reason was given'}`))
    })
  })
}

async function connectWithRetry(readLog: () => string): Promise<WebSocket> {
  for (let left = TRIES - 1; ; left -= 1) {
    try {
      return await connect(readLog)
    } catch (error) {
      if (left > 0) await sleep(BETWEEN_TRIES_MS)
      else {
        const why = error instanceof Error ? error.message : String(error)
        throw new Error(`the heap cannot be read: ${why}; it logged: ${readLog()}`, { cause: error })
      }
    }
  }
}

/** Rejects what is still unanswered when the process ends: nobody would answer it any more. */
function createAsker(socket: WebSocket) {
  const ended = new Promise<never>((_, reject) => {
    socket.addEventListener('close', () => reject(new Error('the process ended while its heap was read')))
  })
  ended.catch(() => {})
  let asked = 0
  return (method: string): Promise<Reply> => {
    asked += 1
    const id = asked
    const answered = new Promise<Reply>((resolve, reject) => {
      socket.addEventListener('message', function take({ data }) {
        const reply = JSON.parse(String(data)) as Reply
        if (reply.id !== id) return
        socket.removeEventListener('message', take)
        if (reply.error) reject(new Error(`${method}: ${reply.error.message}`))
        else resolve(reply)
      })
    })
    socket.send(JSON.stringify({ id, method }))
    return Promise.race([answered, ended])
  }
}

/** Megabytes on the heap of a process after a full collection of garbage; `readLog` is what it wrote to standard error. */
export async function readSettledHeap(readLog: () => string): Promise<number> {
  const socket = await connectWithRetry(readLog)
  try {
    const ask = createAsker(socket)
    await ask('HeapProfiler.collectGarbage')
    await ask('HeapProfiler.collectGarbage')
    const { result } = await ask('Runtime.getHeapUsage')
    return Math.round((result?.usedSize ?? Number.NaN) / MB)
  } finally {
    socket.close()
  }
}
