const MB = 1_048_576
const LISTENING = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/
/** What a process says of its inspector, in between its log. */
const ABOUT_INSPECTOR =
  /^(Debugger (listening|attached|ending)|For help, see: https:\/\/nodejs\.org\/|Waiting for the debugger)/

interface Reply {
  id?: number
  result?: { usedSize?: number }
}

/** Settings under which a process can be asked for what it holds when nothing is left to be thrown away. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** The log without what is said of the inspector. */
export function withoutInspector(log: string): string {
  const lines = log.split('\n').filter((line) => !ABOUT_INSPECTOR.test(line))
  return lines.join('\n').trim()
}

/** Megabytes on the heap of a process after a full collection of garbage. */
export async function readSettledHeap(log: string): Promise<number> {
  const socket = new WebSocket(LISTENING.exec(log)?.[0] ?? 'ws://127.0.0.1:9/no-inspector')
  const replies = new Map<number, (reply: Reply) => void>()
  socket.addEventListener('message', ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    replies.get(reply.id ?? 0)?.(reply)
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error('the inspector of the service does not answer')))
  })
  const ask = (id: number, method: string) =>
    new Promise<Reply>((resolve) => {
      replies.set(id, resolve)
      socket.send(JSON.stringify({ id, method }))
    })
  await ask(1, 'HeapProfiler.collectGarbage')
  await ask(2, 'HeapProfiler.collectGarbage')
  const { result } = await ask(3, 'Runtime.getHeapUsage')
  socket.close()
  return Math.round((result?.usedSize ?? Number.NaN) / MB)
}
