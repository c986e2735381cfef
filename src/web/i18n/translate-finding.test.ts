import { expect, test } from 'vitest'
import { translateFinding } from './translate-finding.ts'

const SENTENCES = [
  ['"{}" is used twice', '"{}" é usado duas vezes'],
  ['It answered with status {}.', 'Respondeu com o estado {}.'],
] as const

test('sentences keep paths and names, and what is not known stays as it came', () => {
  const translate = (message: string, at?: string) => translateFinding(message, at, SENTENCES)
  expect(translate('cases.0.id: "a b" is used twice', 'cases.0.id')).toBe(
    'cases.0.id: "a b" é usado duas vezes',
  )
  expect(translate('It answered with status 500.')).toBe('Respondeu com o estado 500.')
  expect(translate('Something new.')).toBe('Something new.')
  expect(translateFinding('at most 5 maps', undefined, [])).toBe('at most 5 maps')
})
