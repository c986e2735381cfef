import { expect, test } from 'vitest'
import type { Address } from '../../../../core/addresses.ts'
import type { ArrivedChange } from '../arrival.ts'
import { createEarlyChanges } from './early-changes.ts'

const reaction = (id: string, emoji: string): ArrivedChange => ({
  kind: 'reaction',
  target: { chat: '1@s.whatsapp.net' as Address, id, fromMe: false },
  by: { phone: '1@s.whatsapp.net' as Address, lid: null },
  fromMe: false,
  emoji,
  atSec: 1,
  journalId: null,
})

test('what waits for a message keeps its order, of each client apart, and goes when it was carried out', () => {
  const early = createEarlyChanges()
  early.add('one', [reaction('A', '1'), reaction('B', '2')])
  early.add('one', [reaction('A', '3')])
  expect(early.find('one', ['A', 'C'])).toEqual([reaction('A', '1'), reaction('A', '3')])
  expect(early.find('two', ['A'])).toEqual([])
  early.remove('one', [{ id: 'A' }])
  expect(early.find('one', ['A', 'B'])).toEqual([reaction('B', '2')])
  early.forgetClient('one')
  expect(early.find('one', ['B'])).toEqual([])
})

test('the newest 500 messages are waited for, and the newest 50 changes of each', () => {
  const early = createEarlyChanges()
  early.add(
    'one',
    Array.from({ length: 60 }, (_, at) => reaction('A', String(at))),
  )
  expect(early.find('one', ['A'])).toHaveLength(50)
  expect(early.find('one', ['A'])[0]).toEqual(reaction('A', '10'))
  early.add(
    'one',
    Array.from({ length: 500 }, (_, at) => reaction(String(at), 'x')),
  )
  expect(early.find('one', ['A'])).toEqual([])
  expect(early.find('one', ['0', '499'])).toHaveLength(2)
})
