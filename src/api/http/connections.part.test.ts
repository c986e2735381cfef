import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { type HttpListener, type ListenerOptions, openHttpListener } from './connections.ts'

const TIMES = { unsentMs: 50, answerMs: 10_000 }

let listener: HttpListener
const agent = new Agent({ keepAlive: true })

afterEach(async () => {
  agent.destroy()
  await listener.close()
})

const open = async (options: ListenerOptions = TIMES): Promise<void> => {
  listener = await openHttpListener('127.0.0.1', 0, options)
}

/** A connection on which so much of a call was sent. */
async function sendPart(part: string): Promise<{ socket: Socket; ended: Promise<string> }> {
  const { hostname, port } = new URL(listener.url)
  const socket = connect(Number(port), hostname)
  await new Promise((resolve) => socket.once('connect', resolve))
  if (part !== '') await new Promise((resolve) => socket.write(part, resolve))
  socket.on('error', () => {})
  return { socket, ended: text(socket).catch(() => '') }
}

const ask = (): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => request(listener.url, { agent }, resolve).on('error', reject).end())

describe('a listener that closes', () => {
  it('is not kept open by one that never sends the rest of a head, or anything', async () => {
    await open()
    const silent = await sendPart('')
    const partial = await sendPart('POST / HTTP/1.1\r\nhost: x\r\n')
    await listener.close()
    await Promise.all([silent.ended, partial.ended])
  })

  it('is not kept open by one that never sends the rest of a body, and waits for its handler', async () => {
    await open()
    const entered = Promise.withResolvers<void>()
    const steps: string[] = []
    listener.serve(async (req) => {
      entered.resolve()
      await text(req).catch(() => steps.push('cut off'))
      await new Promise((resolve) => setImmediate(resolve))
      steps.push('handled')
    })
    await sendPart('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc')
    await entered.promise
    await listener.close()
    expect(steps).toEqual(['cut off', 'handled'])
  })

  it('gives who is still sending the time to do so, and answers', async () => {
    await open({ unsentMs: 60_000, answerMs: 60_000 })
    const entered = Promise.withResolvers<void>()
    listener.serve(async (req, res) => {
      entered.resolve()
      res.end(await text(req))
    })
    const { socket, ended } = await sendPart('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 6\r\n\r\nabc')
    await entered.promise
    const closed = listener.close()
    socket.write('def')
    expect(await ended).toMatch(/connection: close[\s\S]*abcdef/i)
    await closed
  })

  it('answers what was asked and then closes a connection its caller would keep', async () => {
    await open()
    const entered = Promise.withResolvers<void>()
    const decided = Promise.withResolvers<void>()
    listener.serve(async (_, res) => {
      entered.resolve()
      await decided.promise
      res.end('done')
    })
    const asked = ask()
    await entered.promise
    const closed = listener.close()
    decided.resolve()
    const answer = await asked
    expect(answer.headers.connection).toBe('close')
    expect(await text(answer)).toBe('done')
    await closed
  })

  it('closes a connection whose answer had begun, once that is whole', async () => {
    await open()
    const decided = Promise.withResolvers<void>()
    listener.serve(async (_, res) => {
      res.write('first ')
      await decided.promise
      res.end('second')
    })
    const answer = await ask()
    expect(answer.headers.connection).toBe('keep-alive')
    const closed = listener.close()
    decided.resolve()
    expect(await text(answer)).toBe('first second')
    await closed
  })

  it('cuts off what is not answered in its time, and waits for the work that this ends', async () => {
    await open({ unsentMs: 50, answerMs: 100 })
    const entered = Promise.withResolvers<void>()
    const steps: string[] = []
    listener.serve(async (_, res) => {
      entered.resolve()
      await new Promise((resolve) => res.once('close', resolve))
      steps.push('cut off')
      await new Promise((resolve) => setImmediate(resolve))
      steps.push('handled')
    })
    const asked = ask()
    const refused = expect(asked).rejects.toThrow()
    await entered.promise
    await listener.close()
    await refused
    expect(steps).toEqual(['cut off', 'handled'])
  })

  it('waits for the work of a call whose caller is gone', async () => {
    await open()
    const [entered, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const decided = Promise.withResolvers<void>()
    let isDone = false
    listener.serve(async (_, res) => {
      res.once('close', left.resolve)
      entered.resolve()
      await decided.promise
      isDone = true
    })
    const { socket } = await sendPart('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await entered.promise
    socket.destroy()
    await left.promise
    const closed = listener.close().then(() => isDone)
    setImmediate(decided.resolve)
    expect(await closed).toBe(true)
  })
})

describe('a listener that is flooded', () => {
  const FEW = { ...TIMES, maxConnections: 5 }
  const isOpen = ({ socket }: { socket: Socket }): boolean => !socket.destroyed

  it('lets go of those that ask nothing, the oldest first, and answers who asks', async () => {
    await open(FEW)
    listener.serve(async (_, res) => void res.end('done'))
    const silent: Awaited<ReturnType<typeof sendPart>>[] = []
    for (let at = 0; at < 12; at += 1) {
      silent.push(await sendPart(at % 2 === 0 ? '' : 'POST / HTTP/1.1\r\nhost: x\r\n'))
      expect(await text(await ask())).toBe('done')
      agent.destroy()
    }
    await expect.poll(() => silent.slice(0, 6).some(isOpen)).toBe(false)
    expect(silent.slice(-2).every(isOpen)).toBe(true)
  })

  it('lets go of those that do not end what they send when none is at rest', async () => {
    await open(FEW)
    listener.serve(async (req, res) => void res.end(await text(req).catch(() => '')))
    const slow: Awaited<ReturnType<typeof sendPart>>[] = []
    for (let at = 0; at < FEW.maxConnections; at += 1)
      slow.push(await sendPart('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc'))
    expect((await ask()).statusCode).toBe(200)
    await expect.poll(() => slow.filter(isOpen).length).toBeLessThan(slow.length)
  })

  it('keeps what it is answering, and refuses the new one instead', async () => {
    await open({ ...TIMES, maxConnections: 1 })
    const [entered, decided] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    listener.serve(async (_, res) => {
      entered.resolve()
      await decided.promise
      res.end('done')
    })
    const asked = ask()
    await entered.promise
    const late = await sendPart('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await late.ended).toBe('')
    decided.resolve()
    expect(await text(await asked)).toBe('done')
  })
})
