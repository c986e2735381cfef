import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { createHttpMeter } from '../src/api/index.ts'
import { createHealth } from '../src/bin/health.ts'
import { QueueMeter } from '../src/bin/queue-meter.ts'
import { measureWebVersions } from '../src/bin/web-versions.ts'
import { measurePool } from '../src/db/pool-meter.ts'
import { silentLog } from '../src/platform/logger.ts'
import { createMetrics } from '../src/platform/metrics.ts'
import { createWorkerMeter } from '../src/worker/client-meter.ts'
import { PROMTOOL, runPromtool } from '../test/support/promtool.ts'

const DEPLOY = path.join(import.meta.dirname, '../deploy')
const ALERTS = path.join(DEPLOY, 'prometheus-alerts.yaml')
const OPERATIONS = path.join(import.meta.dirname, '../docs/operations.md')

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string }
}

const readRules = (): Rule[] => {
  const { groups } = parse(readFileSync(ALERTS, 'utf8')) as { groups: { rules: Rule[] }[] }
  return groups.flatMap((group) => group.rules)
}

const WEB_VERSION = {
  ...({ version: [2, 3000, 1], newest: null, source: 'built_in', confirmedAtMs: 0 } as const),
  ...{ checkedAtMs: null, problem: null },
}

/** All that a process measures, but for what only traces bring. */
async function renderAll(): Promise<string> {
  const metrics = createMetrics({ withProcess: true })
  createWorkerMeter(metrics, Date.now)
  createHttpMeter(metrics)
  measurePool(metrics, new pg.Pool({ max: 1 }))
  const jobs = { ready: 1, running: 0, scheduled: 0, failed: 0, oldestReadySec: 1 }
  const readJobs = () => Promise.resolve(jobs)
  const readWebhooks = () => Promise.resolve({ waiting: 1, oldestSec: 1 })
  new QueueMeter({ metrics, readJobs, readWebhooks, log: silentLog })
  const db = () => expect.unreachable('nothing asks for the health here')
  measureWebVersions(metrics, { whatsapp: { state: WEB_VERSION }, sandbox: { state: null } })
  createHealth({ db, isBusUp: () => true, filesDir: '', log: silentLog, metrics })
  return metrics.render()
}

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

/** What Prometheus would have scraped: values a minute apart. */
interface Case {
  alert: string
  series: Record<string, string>
  /** When the rules are looked at, such as `20m`. */
  at: string
  /** `value`: how a person reads it. */
  firing: { labels: Record<string, string>; value?: string }[]
}

const FIRING: Case[] = [
  {
    alert: 'ParleyWebhooksLate',
    series: {
      'parley_webhook_oldest_waiting_seconds{instance="a"}': '600+60x30',
      'parley_webhook_oldest_waiting_seconds{instance="b"}': '600+60x30',
    },
    at: '15m',
    firing: [{ labels: {}, value: '25m 0s' }],
  },
  {
    alert: 'ParleyWebhooksLate',
    series: { 'parley_webhook_oldest_waiting_seconds{instance="a"}': '900x30' },
    at: '30m',
    firing: [],
  },
  {
    alert: 'ParleyJobsLate',
    series: { 'parley_jobs_oldest_ready_seconds{instance="a"}': '0x4 180x20' },
    at: '15m',
    firing: [{ labels: {}, value: '3m 0s' }],
  },
  {
    alert: 'ParleyJobsFailed',
    series: { 'parley_jobs{instance="a",state="failed"}': '2x89 3x60' },
    at: '95m',
    firing: [{ labels: {} }],
  },
  {
    alert: 'ParleyJobsFailed',
    series: { 'parley_jobs{instance="a",state="failed"}': '3x200' },
    at: '100m',
    firing: [],
  },
  {
    alert: 'ParleyWebVersionOld',
    series: {
      'parley_web_version_age_seconds{instance="a",network="whatsapp"}': '1123200+60x3000',
      'parley_web_version_age_seconds{instance="b",network="whatsapp"}': '1123200+60x3000',
      'parley_web_version_age_seconds{instance="a",network="sandbox"}': '0x3000',
    },
    at: '1600m',
    firing: [{ labels: { network: 'whatsapp' }, value: '14d 2h 40m 0s' }],
  },
  {
    alert: 'ParleyWebVersionOld',
    series: { 'parley_web_version_age_seconds{instance="a",network="whatsapp"}': '0+60x1440 0+60x1440' },
    at: '2000m',
    firing: [],
  },
  {
    alert: 'ParleyDatabasePoolExhausted',
    series: {
      'parley_database_pool_waiting{instance="a"}': '1x20',
      'parley_database_pool_waiting{instance="b"}': '1 0 1 1 0 1 1 0 1 1 0 1 1 0 1',
    },
    at: '10m',
    firing: [{ labels: { instance: 'a' } }],
  },
]

// It works through two days of measurements for one rule, which takes seconds on a busy machine.
describe.skipIf(PROMTOOL === null)('with promtool', { timeout: 60_000 }, () => {
  test('measurements and alert rules have nothing that it objects to', async () => {
    expect(await runPromtool(['check', 'metrics'], await renderAll())).toEqual({ code: 0, output: '' })
    expect(await runPromtool(['check', 'rules', ALERTS])).toMatchObject({ code: 0 })
  })

  test.each(FIRING)('$alert at $at on $series', async ({ alert, series, at, firing }) => {
    const rule = readRules().find((one) => one.alert === alert)
    const expected = firing.map(({ labels, value = '' }) => ({
      exp_labels: { severity: 'warning', ...labels },
      exp_annotations: {
        summary: rule?.annotations.summary
          .replace('{{ $value | humanizeDuration }}', value)
          .replace('{{ $labels.instance }}', labels.instance ?? '')
          .replace('{{ $labels.network }}', labels.network ?? ''),
      },
    }))
    const asked = {
      rule_files: [ALERTS],
      tests: [
        {
          interval: '1m',
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          alert_rule_test: [{ eval_time: at, alertname: alert, exp_alerts: expected }],
        },
      ],
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-alerts-'))
    writeFileSync(path.join(folder, 'case.yaml'), stringify(asked))
    const { code, output } = await runPromtool(['test', 'rules', path.join(folder, 'case.yaml')])
    rmSync(folder, { recursive: true })
    expect(output).toContain('SUCCESS')
    expect(code).toBe(0)
  })
})
