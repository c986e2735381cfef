import { expect, test } from 'vitest'
import { listChanges, type Standing } from './standing-changes.ts'

const UNTIL = new Date('2026-11-27T09:00:00Z')
const standing = (change: Partial<Standing>): Standing => ({
  ...{ state: 'open', snoozedUntil: null, assignedTo: null, departmentId: null },
  ...change,
})
const kindsOf = (before: Partial<Standing>, after: Partial<Standing>) =>
  listChanges(standing(before), standing(after)).map(({ kind, facts }) => [kind, facts])

test('a change of the state is one act, and none is none', () => {
  expect(kindsOf({}, {})).toEqual([])
  expect(kindsOf({}, { state: 'resolved' })).toEqual([['resolved', {}]])
  expect(kindsOf({ state: 'resolved' }, { state: 'resolved' })).toEqual([])
  expect(kindsOf({ state: 'resolved' }, {})).toEqual([['reopened', {}]])
  expect(kindsOf({ state: 'waiting' }, {})).toEqual([])
  expect(kindsOf({}, { state: 'waiting' })).toEqual([['needs_person', {}]])
})

test('to snooze tells until when, and again only with another time', () => {
  const snoozed = { state: 'snoozed' as const, snoozedUntil: UNTIL }
  const told = [['snoozed', { until: '2026-11-27T09:00:00.000Z' }]]
  expect(kindsOf({}, snoozed)).toEqual(told)
  expect(kindsOf(snoozed, { ...snoozed, snoozedUntil: new Date(UNTIL) })).toEqual([])
  expect(kindsOf({ ...snoozed, snoozedUntil: new Date(0) }, snoozed)).toEqual(told)
})

test('an assignment names whose it becomes, or whose it was', () => {
  expect(kindsOf({}, { assignedTo: 'ana' })).toEqual([['assigned', { userId: 'ana' }]])
  expect(kindsOf({ assignedTo: 'bo' }, { assignedTo: 'ana' })).toEqual([['assigned', { userId: 'ana' }]])
  expect(kindsOf({ assignedTo: 'ana' }, {})).toEqual([['unassigned', { userId: 'ana' }]])
  expect(kindsOf({ assignedTo: 'ana', state: 'resolved' }, { assignedTo: 'ana' })).toEqual([['reopened', {}]])
})

test('what is given to a department says so, whoever of it gets it', () => {
  const given = { departmentId: 'sales' }
  expect(kindsOf({}, { assignedTo: 'ana', ...given })).toEqual([['assigned', { userId: 'ana', ...given }]])
  expect(kindsOf({ assignedTo: 'ana' }, { assignedTo: 'ana', ...given })).toEqual([
    ['assigned', { userId: 'ana', ...given }],
  ])
  expect(kindsOf({ assignedTo: 'ana' }, given)).toEqual([['assigned', given]])
  expect(kindsOf(given, given)).toEqual([])
  expect(kindsOf({ assignedTo: 'ana', ...given }, given)).toEqual([['unassigned', { userId: 'ana' }]])
  expect(kindsOf({ assignedTo: 'ana', ...given }, {})).toEqual([['unassigned', { userId: 'ana' }]])
})
