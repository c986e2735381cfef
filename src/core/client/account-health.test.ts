import { describe, expect, it } from 'vitest'
import { HEALTH_FINDINGS, type HealthFacts, judgeHealth, measureConnection } from './account-health.ts'

const NOW_MS = Date.UTC(2026, 10, 23, 12)
const DAY_MS = 24 * 3_600_000
const FROM_MS = NOW_MS - DAY_MS

const WELL: HealthFacts = {
  nowMs: NOW_MS,
  code: 'CONNECTED',
  desired: 'running',
  connection: { runningSec: 86_400, connectedSec: 86_400, losses: 0 },
  lastRestrictedAtMs: null,
  newChatLevel: 'none',
  sends: { sent: 100, lastHour: 10, refused: [] },
  dayBefore: { sent: 100, unreached: 0, newPeople: 20, answered: 20 },
  sendRatePerSecond: 1,
}

const findOf = (changed: Partial<HealthFacts>) => judgeHealth({ ...WELL, ...changed }).findings
const refusing = (count: number, sent: number) => ({
  sends: { sent, lastHour: 0, refused: [{ code: '463', count }] },
})

describe('judgeHealth', () => {
  it('finds nothing where nothing is wrong, and where nothing was done yet', () => {
    expect(judgeHealth(WELL)).toEqual({ level: 'good', findings: [] })
    const idle = {
      ...{ connection: { runningSec: 0, connectedSec: 0, losses: 0 }, newChatLevel: null },
      ...{ sends: { sent: 0, lastHour: 0, refused: [] } },
      dayBefore: { sent: 0, unreached: 0, newPeople: 0, answered: 0 },
    }
    expect(findOf(idle)).toEqual([])
    expect(findOf({ ...idle, code: 'STOPPED', desired: 'stopped' })).toEqual([])
  })

  it('takes the network’s own word first', () => {
    expect(findOf({ code: 'REACH_OUT_RESTRICTED', lastRestrictedAtMs: NOW_MS })).toEqual(['RESTRICTED'])
    expect(findOf({ code: 'RESTRICTED' })).toEqual(['RESTRICTED'])
    expect(findOf({ code: 'FORBIDDEN' })).toEqual(['RESTRICTED'])
    expect(findOf({ lastRestrictedAtMs: NOW_MS - 7 * DAY_MS + 1 })).toEqual(['RESTRICTED_LATELY'])
    expect(findOf({ lastRestrictedAtMs: NOW_MS - 7 * DAY_MS })).toEqual([])
    expect(findOf({ newChatLevel: 'first_warning' })).toEqual(['NEW_CHATS_WARNED'])
    expect(findOf({ newChatLevel: 'second_warning' })).toEqual(['NEW_CHATS_WARNED'])
    expect(findOf({ newChatLevel: 'capped' })).toEqual(['NEW_CHATS_SPENT'])
    expect(findOf({ code: 'NEW_CHAT_LIMIT', newChatLevel: 'second_warning' })).toEqual(['NEW_CHATS_SPENT'])
  })

  it('tells some refusals from many', () => {
    expect(findOf(refusing(1, 0))).toEqual(['SOME_REFUSALS'])
    expect(findOf(refusing(4, 4))).toEqual(['SOME_REFUSALS'])
    expect(findOf(refusing(5, 96))).toEqual(['SOME_REFUSALS'])
    expect(findOf(refusing(5, 95))).toEqual(['REFUSALS'])
  })

  it('says that messages reach nobody, or are answered by nobody, only of enough of them', () => {
    const ofYesterday = (changed: Partial<HealthFacts['dayBefore']>) =>
      findOf({ dayBefore: { ...WELL.dayBefore, ...changed } })
    expect(ofYesterday({ sent: 19, unreached: 19 })).toEqual([])
    expect(ofYesterday({ sent: 20, unreached: 6 })).toEqual([])
    expect(ofYesterday({ sent: 20, unreached: 7 })).toEqual(['UNREACHED'])
    expect(ofYesterday({ newPeople: 9, answered: 0 })).toEqual([])
    expect(ofYesterday({ newPeople: 10, answered: 2 })).toEqual([])
    expect(ofYesterday({ newPeople: 10, answered: 1 })).toEqual(['UNANSWERED'])
  })

  it('says that a connection does not hold, and that a pace is no person’s', () => {
    const connection = (changed: Partial<HealthFacts['connection']>) =>
      findOf({ connection: { ...WELL.connection, ...changed } })
    expect(connection({ losses: 9 })).toEqual([])
    expect(connection({ losses: 10 })).toEqual(['UNSTEADY'])
    expect(connection({ connectedSec: 77_760 })).toEqual([])
    expect(connection({ connectedSec: 77_759 })).toEqual(['UNSTEADY'])
    expect(connection({ runningSec: 3_599, connectedSec: 0 })).toEqual([])
    expect(findOf({ sendRatePerSecond: 2 })).toEqual([])
    expect(findOf({ sendRatePerSecond: 3 })).toEqual(['FAST'])
    expect(findOf({ code: 'CONNECTION_LOST' })).toEqual(['NOT_CONNECTED'])
    expect(findOf({ code: 'STOPPED', desired: 'stopped' })).toEqual([])
  })

  it('names the worst first, and is as bad as that', () => {
    const judged = judgeHealth({
      ...WELL,
      sendRatePerSecond: 9,
      newChatLevel: 'first_warning',
      ...refusing(50, 50),
    })
    expect(judged).toEqual({ level: 'at_risk', findings: ['REFUSALS', 'NEW_CHATS_WARNED', 'FAST'] })
    expect(HEALTH_FINDINGS.FAST.level).toBe('careful')
  })
})

describe('measureConnection', () => {
  const at = (code: string, hoursAgo: number) => ({ code, atMs: NOW_MS - hoursAgo * 3_600_000 })
  const measure = (...changes: ReturnType<typeof at>[]) => measureConnection(changes, FROM_MS, NOW_MS)

  it('counts from the state that was so when the period began', () => {
    expect(measure(at('CONNECTED', 100))).toEqual({ runningSec: 86_400, connectedSec: 86_400, losses: 0 })
    expect(
      measure(at('STOPPED', 100), at('CONNECTED', 30), at('CONNECTION_LOST', 25), at('CONNECTED', 23)),
    ).toEqual({ runningSec: 86_400, connectedSec: 82_800, losses: 0 })
  })

  it('counts nothing before the first state that is known', () => {
    expect(measure(at('CONNECTED', 2))).toEqual({ runningSec: 7_200, connectedSec: 7_200, losses: 0 })
    expect(measure()).toEqual({ runningSec: 0, connectedSec: 0, losses: 0 })
  })

  it('counts connections that were lost, and not those that somebody ended', () => {
    expect(
      measure(
        at('CONNECTED', 30),
        at('CONNECTION_LOST', 10),
        at('CONNECTED', 9),
        at('STOPPED', 8),
        at('QR_WAITING', 4),
      ),
    ).toEqual({ runningSec: 16 * 3_600, connectedSec: 15 * 3_600, losses: 1 })
    // With a restriction it is connected all the same.
    expect(measure(at('CONNECTED', 10), at('REACH_OUT_RESTRICTED', 5))).toMatchObject({
      ...{ connectedSec: 36_000, losses: 0 },
    })
  })
})
