import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readRules, renderAll } from '../test/support/metrics-files.ts'

const DEPLOY = path.join(import.meta.dirname, '../deploy')
const OPERATIONS = path.join(import.meta.dirname, '../docs/operations.md')

const readTypes = async (): Promise<[name: string, type: string][]> =>
  [...(await renderAll()).matchAll(/^# TYPE (\S+) (\w+)/gm)].map(([, name = '', type = '']) => [name, type])

async function listSeries(): Promise<string[]> {
  return (await readTypes()).map(([name, type]) => (type === 'histogram' ? `${name}_bucket` : name))
}

const namesIn = (text: string): string[] => text.match(/parley_[a-z0-9_]+/g) ?? []

test('every query of the Grafana dashboard is about measurements that a process shows', async () => {
  const known = await listSeries()
  const board = JSON.parse(readFileSync(path.join(DEPLOY, 'grafana/parley.json'), 'utf8')) as {
    panels: { id: number; title: string; targets: { expr: string }[] }[]
  }
  expect(board.panels.length).toBeGreaterThan(5)
  expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length)
  for (const { title, targets } of board.panels) {
    const names = targets.flatMap(({ expr }) => namesIn(expr))
    expect(names, title).not.toEqual([])
    expect(known, title).toEqual(expect.arrayContaining(names))
  }
})

test('every alert is about measurements that a process shows, and says what to look at', async () => {
  const known = await listSeries()
  const rules = readRules()
  expect(rules.length).toBeGreaterThan(3)
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  for (const { alert, expr, annotations } of rules) {
    expect(known, alert).toEqual(expect.arrayContaining(namesIn(expr)))
    expect(annotations.summary, alert).toMatch(/\.$/)
  }
})

test('the queues and the pool are in the guide, on the board and among the alerts', async () => {
  const added = (await listSeries()).filter((name) => /^parley_(jobs|webhook|database_pool)/.test(name))
  expect(added.length).toBeGreaterThan(6)
  const texts = [
    readFileSync(OPERATIONS, 'utf8'),
    readFileSync(path.join(DEPLOY, 'grafana/parley.json'), 'utf8'),
  ]
  for (const text of texts) for (const name of added) expect(namesIn(text)).toContain(name)
  const alerted = readRules().flatMap(({ expr }) => namesIn(expr))
  for (const name of [
    'web_version_age_seconds',
    'webhook_oldest_waiting_seconds',
    'jobs_oldest_ready_seconds',
    'jobs',
    'database_pool_waiting',
  ])
    expect(alerted).toContain(`parley_${name}`)
})

test('every measurement that the guide names is one that a process shows', async () => {
  const known = [...(await listSeries()), 'parley_http_request_duration_seconds', 'parley_trace_spans_total']
  expect(known).toEqual(expect.arrayContaining(namesIn(readFileSync(OPERATIONS, 'utf8'))))
})

/** The rules of promlint in prometheus/client_golang (validations of counters, help, units and reserved names). */
test('measurements are named as promtool asks for', async () => {
  const text = await renderAll()
  const types = await readTypes()
  expect(types.filter(([name, type]) => (type === 'counter') !== name.endsWith('_total'))).toEqual([])
  expect(types.filter(([name]) => !new RegExp(`^# HELP ${name} \\S`, 'm').test(text))).toEqual([])
  expect(types.filter(([name, type]) => type === 'gauge' && /_(count|sum|bucket)$/.test(name))).toEqual([])
  expect(types.filter(([, type]) => type === 'untyped')).toEqual([])
  const foreign =
    /_(ms|milliseconds|minutes|hours|kb|kilobytes|mb|megabytes|percent|gauge|counter|histogram|summary)(_|$)/
  expect(types.filter(([name]) => foreign.test(name))).toEqual([])
  expect(types.filter(([name]) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([])
})
