import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OtlpReceiver, startOtlpReceiver } from '../../../test/support/otlp-receiver.ts'
import { Refusal } from '../../core/errors.ts'
import { silentLog } from '../logger.ts'
import { createMetrics } from '../metrics.ts'
import { openTracing } from './open-tracing.ts'
import { noTracing, type Tracing } from './tracing.ts'

let collector: OtlpReceiver
const logged: string[] = []
const metrics = () => createMetrics({ withProcess: false })

beforeEach(async () => {
  collector = await startOtlpReceiver()
  logged.length = 0
})
afterEach(() => collector.close())

function open(role = 'start', ratio = 1): Promise<Tracing> {
  const options = {
    endpoint: collector.url,
    headers: { 'x-team': 'a b' },
    serviceName: 'shop',
    ratio,
    exportEveryMs: 20,
  }
  const note = (_: object, message: string) => void logged.push(message)
  const log = { ...silentLog, warn: note, info: note }
  return openTracing(options, { role, version: '1', log, metrics: metrics() })
}

const find = (name: string) => {
  const span = collector.spans.find((item) => item.name === name)
  if (!span) throw new Error(`no span ${name} among ${collector.spans.map((item) => item.name)}`)
  return span
}

test('spans begun inside of one are below it, and what is learned of them is delivered', async () => {
  const tracing = await open()
  const answer = await tracing.span('outer', { kind: 'server' }, async (notes) => {
    const inner = tracing.span('inner', { attributes: { 'parley.sends': 2 } }, () => 41)
    notes.set({ 'parley.outcome': 'ok' })
    await Promise.resolve()
    return tracing.span('later', {}, async () => inner + 1)
  })
  expect(answer).toBe(42)
  await tracing.close()
  expect(find('inner')).toMatchObject({
    parentSpanId: find('outer').spanId,
    attributes: { 'parley.sends': 2 },
  })
  expect(find('later').parentSpanId).toBe(find('outer').spanId)
  expect(find('outer')).toMatchObject({ parentSpanId: '', attributes: { 'parley.outcome': 'ok' } })
  expect(collector.headers).toMatchObject({ 'x-team': 'a b' })
  expect(collector.text).toContain('"stringValue":"shop"')
})

test('a trace goes on in another process that is given what it carries', async () => {
  const [api, worker] = [await open('api'), await open('worker')]
  expect(api.carry()).toBeUndefined()
  const carried = await api.span('ask', { kind: 'client' }, async () => api.carry())
  await worker.span('do', { kind: 'server', from: carried }, async () => {})
  await Promise.all([api.close(), worker.close()])
  expect(find('do')).toMatchObject({
    role: 'worker',
    traceId: find('ask').traceId,
    parentSpanId: find('ask').spanId,
  })
})

test('work that outlives its span begins a trace with a link to it, and detached work is of none', async () => {
  const tracing = await open()
  let late: Promise<void> | undefined
  let apart: Promise<void> | undefined
  const gate = Promise.withResolvers<void>()
  const after = (name: string) => gate.promise.then(() => tracing.span(name, {}, () => {}))
  await tracing.span('request', {}, async () => {
    late = after('late')
    apart = tracing.detached(() => after('apart'))
  })
  gate.resolve()
  await Promise.all([late, apart])
  await tracing.close()
  const { traceId, spanId } = find('request')
  expect(find('late')).toMatchObject({ parentSpanId: '', links: [{ traceId, spanId }] })
  expect(find('late').traceId).not.toBe(traceId)
  expect(find('apart')).toMatchObject({ parentSpanId: '', links: [] })
})

test('of an error only its name is told, and what was refused is no fault', async () => {
  const tracing = await open()
  const fault = Object.assign(new Error('who wrote this'), { code: '23505' })
  await expect(tracing.span('fault', {}, () => Promise.reject(fault))).rejects.toBe(fault)
  const refusal = new Refusal('NOT_FOUND', 'no such contact as Ana')
  expect(() =>
    tracing.span('refusal', {}, () => {
      throw refusal
    }),
  ).toThrow(refusal)
  await tracing.close()
  expect(find('fault')).toMatchObject({ isError: true, attributes: { 'error.type': '23505' } })
  expect(find('refusal')).toMatchObject({ isError: false, attributes: { 'error.type': 'NOT_FOUND' } })
  expect(collector.text).not.toMatch(/who wrote|Ana/)
})

test('a part of the traces is kept, and asking for one from outside makes no difference', async () => {
  const tracing = await open('start', 0)
  const from = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` }
  tracing.span('asked for', { from }, () => {})
  tracing.span('not asked for', {}, () => {})
  await tracing.close()
  expect(collector.spans).toEqual([])
})

test('a collector that takes nothing is told of once, and so is its return', async () => {
  const tracing = await open()
  const deliver = async (status: number, lines: number) => {
    collector.status = status
    collector.headers = {}
    tracing.span('work', {}, () => {})
    await expect.poll(() => collector.headers).not.toEqual({})
    await expect.poll(() => logged).toHaveLength(lines)
  }
  await deliver(400, 1)
  await deliver(400, 1)
  await deliver(200, 2)
  await tracing.close()
  expect(logged).toEqual([expect.stringContaining('lost'), expect.stringContaining('again')])
})

test('a collector that is not there holds nothing up, not even the end', async () => {
  const tracing = await open()
  await collector.close()
  for (let i = 0; i < 10_000; i += 1) expect(tracing.span('work', {}, () => i)).toBe(i)
  await tracing.close()
})

test('without a collector nothing is kept, and nothing of OpenTelemetry is loaded', async () => {
  expect(
    await openTracing(undefined, { role: 'start', version: '1', log: silentLog, metrics: metrics() }),
  ).toBe(noTracing)
  const script = `
    import { registerHooks } from 'node:module'
    const asked = []
    registerHooks({ resolve: (name, context, next) => (asked.push(name), next(name, context)) })
    await import('./src/bin/service.ts')
    console.log(asked.length > 100, asked.filter((name) => /^@opentelemetry.(sdk|exporter|core|resources)/.test(name)).length)
    process.exit()
  `
  const cwd = path.join(import.meta.dirname, '../../..')
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd,
    encoding: 'utf8',
  })
  expect(output.trim()).toBe('true 0')
})
