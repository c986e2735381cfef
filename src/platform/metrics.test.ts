import { describe, expect, it, vi } from 'vitest'
import { createMetrics, type Metrics } from './metrics.ts'

it('measurements of two processes in one program do not meet', async () => {
  const left = createMetrics({ withProcess: false })
  const right = createMetrics({ withProcess: false })
  left.counter('sends_total', 'Messages sent', ['outcome']).inc({ outcome: 'sent' }, 2)
  right.counter('sends_total', 'Messages sent', ['outcome']).inc({ outcome: 'sent' })
  left.duration('send_seconds', 'Time of a send').observe(0.02)
  expect(await left.render()).toContain('parley_sends_total{outcome="sent"} 2')
  expect(await left.render()).toContain('parley_send_seconds_bucket{le="0.025"} 1')
  expect(await right.render()).toContain('parley_sends_total{outcome="sent"} 1')
})

describe('a summary', () => {
  const acks = (metrics: Metrics) =>
    metrics.summary('acks', 'Time to an acknowledgement', {
      labels: ['client'],
      quantiles: [0.5],
      windowSec: 600,
    })

  it('shows what was measured, however little or much', async () => {
    const metrics = createMetrics({ withProcess: false })
    const summary = acks(metrics)
    summary.observe({ client: 'a' }, 3)
    expect(await metrics.render()).toContain('parley_acks{quantile="0.5",client="a"} 3')
    for (let n = 0; n < 1_000; n += 1) summary.observe({ client: 'b' }, n % 2 === 0 ? 5 : 7)
    expect(await metrics.render()).toContain('parley_acks_count{client="b"} 1000')
    expect(await metrics.render()).toContain('parley_acks_sum{client="b"} 6000')
  })

  it('forgets a client with what was just measured of it', async () => {
    const metrics = createMetrics({ withProcess: false })
    const summary = acks(metrics)
    summary.observe({ client: 'a' }, 3)
    summary.remove({ client: 'a' })
    expect(await metrics.render()).not.toContain('client="a"')
  })

  it('leaves out what is older than its window when somebody looks', async () => {
    vi.useFakeTimers()
    const metrics = createMetrics({ withProcess: false })
    acks(metrics).observe({ client: 'a' }, 3)
    vi.advanceTimersByTime(601_000)
    expect(await metrics.render()).not.toContain('client="a"')
    vi.useRealTimers()
  })
})
