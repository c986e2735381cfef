import { describe, expect, it } from 'vitest'
import { createSearch, toSearchPattern } from './search-pattern.ts'

const finds = (typed: string, text: string) => createSearch(typed)(text)

describe('a search that a person types', () => {
  it.each([
    ['joao', 'João Conceição'],
    ['CONCEICAO', 'João Conceição'],
    ['João', 'joao'],
    ['joao', 'Joa\u0303o'],
    ['jo\u0061\u0303o', 'JOÃO'],
    ['lukasz', 'Łukasz'],
    ['soren', 'Søren'],
    ['привет', 'ПРИВЕТ'],
    ['ΟΔΟΣ', 'οδός'],
    ['istanbul', 'İstanbul'],
    ['日本', '日本語'],
    ['한국', '한국어'],
    ['maria  silva', 'Maria\u00a0Silva'],
    [' ana ', 'Ana'],
    ['ok 👍', 'OK 👍'],
    ['100% (wool_', 'a 100% (wool_ scarf'],
    ['a|b', 'a|b'],
    ['[:alpha:]^\\', 'x[:alpha:]^\\'],
  ])('finds %j in %j', (typed, text) => {
    expect(finds(typed, text)).toBe(true)
  })

  it.each([
    ['a.b', 'axb'],
    ['ガ', 'カ'],
    ['a|b', 'a'],
    ['joao', 'Jo ao'],
    ['.*', 'anything'],
    ['12', '1 2'],
    ['98 7a', '987a'],
  ])('does not find %j in %j', (typed, text) => {
    expect(finds(typed, text)).toBe(false)
  })

  it.each([
    ['+55 (11) 98765-4321', '5511987654321@s.whatsapp.net'],
    ['11 98765 4321', '5511987654321@s.whatsapp.net'],
    ['11987654321', 'ring me: (11) 98765-4321'],
    ['98765–4321', '11 98765.4321'],
  ])('finds the number %j in %j', (typed, text) => {
    expect(finds(typed, text)).toBe(true)
  })

  it('does not take digits of two numbers for one', () => {
    expect(finds('1112', '11 pieces, 12 boxes')).toBe(false)
  })

  it('lets everything pass while nothing is typed', () => {
    expect(toSearchPattern('  ')).toBe('')
    expect(finds('', 'anything')).toBe(true)
  })
})
