import { describe, expect, test } from 'vitest'
import type { NewChatQuota } from '../../../core/new-chats.ts'
import { NewChatBudget } from './new-chat-budget.ts'

const ENDS_MS = 1_000_000
const PAUSE_MS = 5_000

const quotaOf = (change: Partial<NewChatQuota> = {}): NewChatQuota => ({
  ...{ total: 20, used: 0, level: 'none', cycleStartMs: 0, cycleEndMs: ENDS_MS },
  ...change,
})

function create(change: Partial<NewChatQuota> = {}): NewChatBudget {
  const budget = new NewChatBudget(PAUSE_MS)
  budget.set(quotaOf(change), 0)
  return budget
}

describe('the chats that may still be begun', () => {
  test('are as many as one likes while the network sets no limit', () => {
    const budget = new NewChatBudget(PAUSE_MS)
    expect(budget.begin('a', 0)).toBe(false)
    budget.set(quotaOf({ total: null }), 0)
    expect(budget.begin('a', 0)).toBe(false)
    expect({ limited: budget.isLimited(0), until: budget.pausedUntil(0) }).toEqual({
      limited: false,
      until: null,
    })
  })

  test.each([
    [20, 17, 18],
    [5, 3, 4],
    [100, 89, 90],
    [1, -1, 0],
  ])('of %i are all but the last tenth, rounded up: %i may, %i may not', (total, fine, tooMany) => {
    if (fine >= 0) expect(create({ total, used: fine }).pausedUntil(0)).toBeNull()
    expect(create({ total, used: tooMany }).pausedUntil(0)).toBe(ENDS_MS)
  })

  test('grow fewer with each that is begun, whoever it is once, and not with one that was not sent', () => {
    const budget = create({ used: 16 })
    expect(budget.begin('a', 0)).toBe(true)
    expect(budget.begin('a', 0)).toBe(false)
    expect(budget.begin('b', 0)).toBe(true)
    expect(budget.current?.used).toBe(18)
    expect(budget.pausedUntil(0)).toBe(ENDS_MS)
    expect(budget.settle('b', false)).toBe(true)
    expect(budget.pausedUntil(0)).toBeNull()
  })

  test('are not counted twice when the network says again how many there were', () => {
    const budget = create({ used: 10 })
    budget.begin('a', 0)
    budget.begin('b', 0)
    budget.settle('a', true)
    budget.set(quotaOf({ used: 11 }), 0)
    expect(budget.current?.used).toBe(12)
    expect(budget.settle('b', true)).toBe(true)
    expect(budget.current?.used).toBe(11)
    expect(budget.settle('a', false)).toBe(false)
  })

  test('let what was begun go on, but for the network refusing all', () => {
    const budget = create({ used: 17 })
    budget.begin('a', 0)
    expect({ a: budget.pausedFor('a', 0), b: budget.pausedFor('b', 0) }).toEqual({ a: null, b: ENDS_MS })
    budget.noteCapped(0)
    expect(budget.pausedFor('a', 0)).toBe(ENDS_MS)
  })

  test('are unknown again when the period is over', () => {
    const budget = create({ used: 20, level: 'capped' })
    expect(budget.pausedUntil(ENDS_MS - 1)).toBe(ENDS_MS)
    expect(budget.pausedUntil(ENDS_MS)).toBeNull()
    expect(budget.isLimited(ENDS_MS)).toBe(false)
  })

  test('are none for a while when the network refuses one and never said how many there are', () => {
    const budget = new NewChatBudget(PAUSE_MS)
    budget.noteCapped(100)
    expect(budget.pausedUntil(200)).toBe(100 + PAUSE_MS)
    expect(budget.pausedUntil(100 + PAUSE_MS)).toBeNull()
    budget.set(quotaOf(), 200)
    expect(budget.pausedUntil(200)).toBeNull()
  })
})
