import { expect, test } from 'vitest'
import { groupTexts, toTextKey } from './group-texts.ts'

const counted = (texts: Readonly<Record<string, number>>) =>
  Object.entries(texts).map(([text, count]) => ({ key: toTextKey(text), count }))

test('texts with errors of typing are one group under the most frequent, the largest group first', () => {
  const groups = groupTexts(
    counted({
      'falar com atendente': 3,
      'falar com atendnte': 2,
      '  Horário? ': 4,
      horarios: 2,
      sim: 1,
      sem: 1,
    }),
  )
  expect(groups.map((group) => group.map(({ key }) => key))).toEqual([
    ['horario', 'horarios'],
    ['falar com atendente', 'falar com atendnte'],
    ['sem'],
    ['sim'],
  ])
})

test('signs alone are groups of their own', () => {
  expect(groupTexts(counted({ '👍': 2, '👎': 1 })).map((group) => group.length)).toEqual([1, 1])
})

test('a thousand texts that are all different are grouped in a moment of steps', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => ({ key: `text ${index}`, count: 1 }))
  expect(groupTexts(many)).toHaveLength(3_000)
})
