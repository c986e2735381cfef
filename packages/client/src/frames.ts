/** One message of a stream of server-sent events. */
export interface Frame {
  readonly event: string
  readonly data: string
  readonly id: string | undefined
}

function parseFrame(text: string): Frame | null {
  let [event, id]: [string, string | undefined] = ['message', undefined]
  const data: string[] = []
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':')
    if (colon <= 0) continue
    const value = line.slice(colon + 1).replace(/^ /, '')
    const name = line.slice(0, colon)
    if (name === 'event') event = value
    if (name === 'id') id = value
    if (name === 'data') data.push(value)
  }
  return data.length === 0 ? null : { event, data: data.join('\n'), id }
}

/** Frames of a body as they are whole; one that was cut off is left out. `heard` is called for every piece. */
export async function* parseFrames(
  body: ReadableStream<Uint8Array>,
  onActivity: () => void,
): AsyncGenerator<Frame> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onActivity()
      text = (text + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n')
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const frame = parseFrame(text.slice(0, end))
        text = text.slice(end + 2)
        if (frame) yield frame
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
