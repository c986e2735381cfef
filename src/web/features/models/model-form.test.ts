import { expect, test } from 'vitest'
import { limitField, limitOf, readModelForm } from './model-form.ts'

const read = (fields: Record<string, string>) => (field: string) => fields[field] ?? ''
const FIELDS = { name: ' default ', provider: 'openai', modelId: ' gpt ', secret: 'openai' }

test('a form becomes what the service takes; empty limits and prices are none', () => {
  const given = { ...FIELDS, inputPrice: '2,5', [limitField('run', 'calls')]: '50' }
  const { input, wrong } = readModelForm(read(given), [])
  expect(wrong).toEqual({})
  expect(input).toMatchObject({
    name: 'default',
    provider: 'openai',
    modelId: 'gpt',
    secret: 'openai',
    inputPrice: 2.5,
    outputPrice: null,
    limits: { run: { calls: 50, tokens: null }, day: { cost: null }, atOnce: null },
  })
  expect(input).not.toHaveProperty('baseUrl')
})

test('a name that is taken or is none, and a model without its name there, are wrong', () => {
  expect(readModelForm(read(FIELDS), ['default']).wrong).toEqual({ name: 'taken' })
  expect(readModelForm(read({ ...FIELDS, name: 'my model', modelId: ' ' }), []).wrong).toEqual({
    name: 'wrong',
    modelId: 'missing',
  })
})

test('a new model begins with the limits that the service would set', () => {
  expect(limitOf(null, 'run', 'calls')).toBe('50')
  expect(limitOf(null, 'run', 'cost')).toBe('')
  expect(limitOf({ limits: { run: { calls: 3 } } }, 'run', 'calls')).toBe('3')
})

test('only a model that makes vectors has dimensions, and it begins with limits of its own', () => {
  const given = { ...FIELDS, dimensions: '512' }
  expect(readModelForm(read(given), []).input).toMatchObject({ kind: 'chat', dimensions: null })
  const embedding = { ...given, kind: 'embedding' }
  expect(readModelForm(read(embedding), []).input).toMatchObject({ kind: 'embedding', dimensions: 512 })
  expect(limitOf(null, 'day', 'tokens', 'embedding')).toBe('30000000')
})

test('how many questions go at the same time stays within what one process bears', () => {
  const atOnce = (given: string) => readModelForm(read({ ...FIELDS, atOnce: given }), []).input.limits?.atOnce
  expect(['', '4', '0', '9999', 'x'].map(atOnce)).toEqual([null, 4, 1, 256, null])
})
