import { expect, test } from 'vitest'
import type { NetworkEvent } from '../../../../network/port.ts'
import { partsInOrder } from './told-in-order.ts'

const ANA = '447700900001@s.whatsapp.net'
const LID = '7001@lid'
const BEN = '447700900002@s.whatsapp.net'
const nobody = { phone: null, lid: null }

const message = (id: string, chat: string) =>
  ({ kind: 'message', message: { key: { id, chat }, chatAddresses: nobody } }) as unknown as NetworkEvent
const reaction = (id: string, chat: string) =>
  ({ kind: 'reaction', target: { id, chat } }) as unknown as NetworkEvent
const receipt = { kind: 'receipt' } as unknown as NetworkEvent

const idOf = (address: string): string => (address === LID ? ANA : address)
const sizesOf = (...events: NetworkEvent[]) => partsInOrder(events, idOf).map((part) => part.length)

test('what came in the order in which it is stored anyway is one part', () => {
  expect(sizesOf(message('1', ANA), message('2', ANA), reaction('1', ANA))).toEqual([3])
})

test('a message after a reaction of the same conversation begins another, by whichever address it is of', () => {
  expect(sizesOf(message('1', ANA), reaction('1', ANA), message('2', LID), reaction('2', ANA))).toEqual([
    2, 2,
  ])
})

test('conversations do not divide each other', () => {
  expect(sizesOf(message('1', ANA), reaction('1', ANA), message('2', BEN), reaction('2', BEN))).toEqual([4])
})

test('receipts stay together in the last, behind the messages that they are of', () => {
  const parts = partsInOrder([receipt, reaction('1', ANA), receipt, message('2', ANA)], idOf)
  expect(parts.map((part) => part.map(({ kind }) => kind))).toEqual([
    ['reaction'],
    ['message', 'receipt', 'receipt'],
  ])
})
