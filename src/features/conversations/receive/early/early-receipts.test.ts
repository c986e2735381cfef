import { describe, expect, test } from 'vitest'
import { addReceipt, type ReceiptKind, type ReceiptSummary } from '../../records/message-status.ts'
import { EarlyReceipts } from './early-receipts.ts'

const receipt = (id: string, kind: ReceiptKind, atSec: number, known?: ReceiptSummary) =>
  addReceipt(known, { id, fromMe: true, kind, atSec })

describe('receipts that come before their message', () => {
  test('are one for each message, of each client apart, until the message came', () => {
    const early = new EarlyReceipts()
    early.add('C1', [receipt('A', 'read', 20), receipt('B', 'delivered', 5)])
    early.add('C1', [receipt('A', 'delivered', 30)])
    early.add('C1', [receipt('A', 'delivered', 10)])
    const both = receipt('A', 'delivered', 10, receipt('A', 'read', 20))
    expect(early.find('C1', ['A', 'none'])).toEqual([both])
    expect(early.find('C2', ['A'])).toEqual([])
    early.remove('C1', [both])
    expect(early.find('C1', ['A', 'B'])).toEqual([receipt('B', 'delivered', 5)])
    early.forgetClient('C1')
    expect(early.find('C1', ['B'])).toEqual([])
  })

  test('are those of the newest 2,000 messages of a client', () => {
    const early = new EarlyReceipts()
    early.add('C2', [receipt('0', 'read', 1)])
    for (let from = 0; from < 2_500; from += 500)
      early.add(
        'C1',
        Array.from({ length: 500 }, (_, n) => receipt(String(from + n), 'read', 1)),
      )
    expect(early.find('C1', ['0', '499'])).toEqual([])
    expect(early.find('C1', ['500', '2499'])).toHaveLength(2)
    expect(early.find('C2', ['0'])).toHaveLength(1)
  })
})
