import { expect, test } from 'vitest'
import { findLabels } from './label-search.ts'

const LABELS = ['Preço', 'Sem preço', 'Urgent'].map((name) => ({ name }))
const found = (typed: string) => findLabels(LABELS, typed).found.map(({ name }) => name)

test('labels are found by a part of their names, whatever case and accents, those that begin so first', () => {
  expect(found('')).toEqual(['Preço', 'Sem preço', 'Urgent'])
  expect(found(' PREC')).toEqual(['Preço', 'Sem preço'])
  expect(found('nothing')).toEqual([])
})

test('a name that no label has can be made one', () => {
  expect(findLabels(LABELS, 'urgent ').isNew).toBe(false)
  expect(findLabels(LABELS, 'preco').isNew).toBe(true)
  expect(findLabels(LABELS, '  ').isNew).toBe(false)
})
