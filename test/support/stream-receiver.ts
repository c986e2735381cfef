import { get, type IncomingMessage } from 'node:http'

interface Frame {
  id: string | null
  event: string | null
  data: { name: string; clientId: string; data: Record<string, unknown> } | null
}

function parseFrame(text: string): Frame {
  const field = (name: string) =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null
  const data = field('data')
  return { id: field('id'), event: field('event'), data: data === null ? null : JSON.parse(data) }
}

/** A receiver as browsers have it: keeps the last id, and can be cut at any byte. */
export async function listenToStream(url: string, headers: Record<string, string>) {
  const request = get(url, { headers })
  const res = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve).once('error', reject)
  })
  const frames: Frame[] = []
  let rest = ''
  let wake = () => {}
  let isOver = false
  res.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n\n')
    rest = parts.pop() ?? ''
    frames.push(...parts.map(parseFrame))
    wake()
  })
  const over = new Promise<void>((resolve) => {
    res.once('close', () => {
      isOver = true
      resolve()
      wake()
    })
    res.once('error', () => {})
  })
  request.on('error', () => {})
  return {
    status: res.statusCode,
    frames,
    over,
    events: () => frames.flatMap((frame) => (frame.data?.data ? [frame.data.data] : [])),
    lastId: () => frames.findLast((frame) => frame.id !== null)?.id ?? null,
    async until(done: () => boolean) {
      while (!done() && !isOver) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    cut: () => request.destroy(),
  }
}
