import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

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
