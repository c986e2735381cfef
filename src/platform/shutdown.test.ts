import { describe, expect, it } from 'vitest'
import { silentLog } from './logger.ts'
import { createShutdown } from './shutdown.ts'

describe('a shutdown', () => {
  it('stops the parts in the reverse order of their start, one after the other', async () => {
    const order: string[] = []
    const shutdown = createShutdown(silentLog)
    shutdown.add('database', () => void order.push('database'))
    shutdown.add('worker', async () => {
      await new Promise((resolve) => setImmediate(resolve))
      order.push('worker')
    })
    expect(await shutdown.stop('test')).toBe(true)
    expect(order).toEqual(['worker', 'database'])
  })

  it('goes on when a part fails or hangs, and says that it was not clean', async () => {
    const order: string[] = []
    const shutdown = createShutdown(silentLog)
    shutdown.add('last', () => void order.push('last'))
    shutdown.add('failing', () => {
      throw new Error('no')
    })
    shutdown.add('hanging', () => new Promise(() => {}), { timeoutMs: 5 })
    expect(await shutdown.stop('test')).toBe(false)
    expect(order).toEqual(['last'])
  })

  it('happens once, however often it is asked for', async () => {
    let stops = 0
    const shutdown = createShutdown(silentLog)
    shutdown.add('part', () => {
      stops += 1
    })
    await Promise.all([shutdown.stop('a'), shutdown.stop('b')])
    expect(stops).toBe(1)
  })
})
