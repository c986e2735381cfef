import { expect, it } from 'vitest'
import type { Unsent } from './composing.ts'
import { placeRefused, type Refused } from './refused.ts'

const NONE: Refused = { inField: null, held: [] }

const refusedOne = (id: string, call: string | null, words = id): Unsent => ({
  ...{ id, text: words, kind: call === null ? 'audio' : 'text', message: { text: words }, seen: undefined },
  ...{ reason: 'No connection', isSure: false, isAnswered: false },
  ...(call !== null && { written: { words, file: null, replyTo: null, call } }),
})
const ids = ({ toField, refused }: ReturnType<typeof placeRefused>) => ({
  field: toField.map(({ id }) => id),
  inField: refused.inField?.id ?? null,
  held: refused.held.map(({ id }) => id),
})

it('gives the first of several texts back to the field and keeps the others for themselves, in order', () => {
  const back = ['a', 'b', 'c'].map((id) => refusedOne(id, id))
  const placed = placeRefused(back, { isEmpty: true, refused: NONE })
  expect(ids(placed)).toEqual({ field: ['a'], inField: 'a', held: ['b', 'c'] })
  const later = placeRefused([refusedOne('d', 'd')], { isEmpty: false, refused: placed.refused })
  expect(ids(later)).toEqual({ field: [], inField: 'a', held: ['b', 'c', 'd'] })
})

it('puts nothing where something else is being written, and nothing before what waits already', () => {
  const placed = placeRefused([refusedOne('a', 'a')], { isEmpty: false, refused: NONE })
  expect(ids(placed)).toEqual({ field: [], inField: null, held: ['a'] })
  const later = placeRefused([refusedOne('b', 'b')], { isEmpty: true, refused: placed.refused })
  expect(ids(later)).toEqual({ field: [], inField: null, held: ['a', 'b'] })
})

it('gives files of one press back together, also where they are refused one by one', () => {
  const first = placeRefused([refusedOne('f1', 'x', 'Both')], { isEmpty: true, refused: NONE })
  const rest = [refusedOne('f2', 'x', ''), refusedOne('t', 'y')]
  const placed = placeRefused(rest, { isEmpty: false, refused: first.refused })
  expect(ids(placed)).toEqual({ field: ['f2'], inField: 'f2', held: ['t'] })
})

it('keeps a voice note beside the field, where nothing can be written of it', () => {
  const placed = placeRefused([refusedOne('v', null), refusedOne('a', 'a')], { isEmpty: true, refused: NONE })
  expect(ids(placed)).toEqual({ field: [], inField: null, held: ['v', 'a'] })
})
