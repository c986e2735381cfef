import { afterEach, expect, test, vi } from 'vitest'
import { createInProcessBus } from '../bus/in-process.ts'
import { Membership } from './membership.ts'

let nowMs = 0
const memberships: Membership[] = []

function join(bus: ReturnType<typeof createInProcessBus>, hostId: string, owned = 0): Membership {
  const membership = new Membership({ bus, hostId, owned: () => owned, nowMs: () => nowMs })
  memberships.push(membership)
  membership.start()
  return membership
}

afterEach(() => {
  for (const membership of memberships.splice(0)) membership.leave()
  vi.useRealTimers()
})

test('hosts know of each other as soon as one joins, the least loaded first', () => {
  const bus = createInProcessBus({ now: () => nowMs })
  const first = join(bus, 'a', 5)
  join(bus, 'b', 3)
  const third = join(bus, 'c', 1)
  expect(first.others()).toEqual(['c', 'b'])
  expect(third.others()).toEqual(['b', 'a'])
})

test('a former owner is told and waited for while it can be heard, or may just not have been heard yet', async () => {
  vi.useFakeTimers()
  const bus = createInProcessBus({ now: () => nowMs })
  const first = join(bus, 'a')
  const published: unknown[] = []
  bus.subscribe('worker.took', (payload) => void published.push(payload))
  const isWaitedFor = async (takenFrom: string | null): Promise<boolean> => {
    let isDone = false
    void first.notifyFormerOwner({ clientId: 'c', epoch: 2, takenFrom }).then(() => {
      isDone = true
    })
    await vi.advanceTimersByTimeAsync(0)
    const waited = !isDone
    await vi.advanceTimersByTimeAsync(300)
    expect(isDone).toBe(true)
    return waited
  }
  expect(await isWaitedFor('b')).toBe(true)
  nowMs += 17_000
  expect(await isWaitedFor('b')).toBe(false)
  join(bus, 'b')
  expect(await isWaitedFor('b')).toBe(true)
  nowMs += 17_000
  expect(await isWaitedFor('b')).toBe(false)
  expect(published).toHaveLength(4)
  expect(published[0]).toEqual({ clientId: 'c', epoch: 2 })
  expect(await isWaitedFor(null)).toBe(false)
  expect(published).toHaveLength(4)
})
