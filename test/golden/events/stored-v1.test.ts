import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { EVENT_TYPES, type FlowEvent, type NewFlowEvent } from '../../../src/core/conversation/flow-event.ts'
import { readStoredEvent, toStoredEvent } from '../../../src/core/conversation/stored-event.ts'
import { readStoredEventV1 } from '../../../src/features/conversations/decide/stored-event-v1.ts'
import { decideRow, type RecordedRow } from './decide-rows.ts'

interface GoldenRow extends RecordedRow {
  /** The engine's event, and its decisions, as the last build read it that wrote this form. */
  event: Partial<FlowEvent>
  decisions: Record<string, string>
}

/** No build stores these in a row. */
const NEVER_STORED = [
  'approval_decided',
  'call_received',
  'group_changed',
  'phone_call',
  'flow_call',
  'flow_return',
  'flag_changed',
  'flow_unpublished',
]

const read = ({ stored, ...columns }: RecordedRow): FlowEvent => readStoredEventV1(columns, stored)

/** The fields of objects by length and then by name, which is how `jsonb` keeps them. */
function asJsonb(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonb)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))
  return Object.fromEntries(fields.map(([name, field]) => [name, asJsonb(field)]))
}

/** The same event as it is stored and read today. */
function readAgain(row: RecordedRow): FlowEvent {
  const { receivedAt: _receivedAt, ...event } = read(row)
  const stored = asJsonb(JSON.parse(JSON.stringify(toStoredEvent(event as NewFlowEvent))))
  return readStoredEvent(row, stored)
}

/** A text that takes 100 ms by the clock fails its run, which one did now and then while other tests kept the machine busy. */
beforeAll(() => void vi.spyOn(performance, 'now').mockReturnValue(0))
afterAll(() => void vi.restoreAllMocks())

/**
 * Rows of version 1 that two builds wrote with their own code, of all that a contact's phone, the interface and the flows
 * themselves can bring about: commit 136153a, and the last one before version 2. They may be open for weeks behind a run.
 */
describe.each(['136153a', 'a10850e'])('rows that commit %s stored', (commit) => {
  const path = join(import.meta.dirname, `${commit}.json`)
  const rows = JSON.parse(readFileSync(path, 'utf8')) as GoldenRow[]

  test.each(rows.map((row, index) => [`${index} ${row.eventType}`, row] as const))('%s', (_name, row) => {
    expect(read(row)).toMatchObject(row.event)
    expect(decideRow(row, read)).toEqual(row.decisions)
    expect(decideRow(row, readAgain)).toEqual(row.decisions)
  })

  test('are of every type that is ever stored', () => {
    const types = new Set(rows.map(({ eventType }) => eventType))
    expect(EVENT_TYPES.filter((type) => !types.has(type))).toEqual(NEVER_STORED)
  })
})
