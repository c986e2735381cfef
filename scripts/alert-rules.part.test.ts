import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { stringify } from 'yaml'
import { ALERTS, readRules, renderAll } from '../test/support/metrics-files.ts'
import { PROMTOOL, runPromtool } from '../test/support/promtool.ts'

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

describe.skipIf(PROMTOOL === null)('with promtool', () => {
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
