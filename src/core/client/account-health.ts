import type { NewChatLevel } from '../new-chats.ts'
import { describeStatus, isConnectedCode, type LiveStatus, type StatusCode } from './client-status.ts'

/** A change of a client's state, oldest first. */
export interface StateChange {
  code: string
  atMs: number
}

/** How the connection was within a period, in whole seconds. */
export interface ConnectionTime {
  /** For how long the client was meant to be connected: not while it was stopped, being paired, or unpaired. */
  runningSec: number
  connectedSec: number
  /** How often a connection ended that nobody ended. */
  losses: number
}

/** How much was sent lately, and what the network refused of it. */
export interface SendCounts {
  sent: number
  lastHour: number
  /** By the network's own number, or the code of the limit that it set. */
  refused: readonly { code: string; count: number }[]
}

/** What is looked at; `day` is the last 24 hours and `dayBefore` the 24 hours before them. */
export interface HealthFacts {
  nowMs: number
  code: string
  desired: 'running' | 'stopped'
  connection: ConnectionTime
  /** When the network last restricted or refused the account, as far back as its states are kept. */
  lastRestrictedAtMs: number | null
  newChatLevel: NewChatLevel | null
  sends: SendCounts
  dayBefore: {
    /** Messages to people that the network took. */
    sent: number
    /** Of these: no phone has confirmed them. */
    unreached: number
    /** People whom the account wrote to first. */
    newPeople: number
    answered: number
  }
  sendRatePerSecond: number
}

export type HealthLevel = 'good' | 'careful' | 'at_risk'

/** What each finding says and what to do about it. One place, so that API, dashboard and docs agree. */
export const HEALTH_FINDINGS = {
  RESTRICTED: {
    level: 'at_risk',
    sentence: 'The network restricts this account now.',
    action: 'Write to nobody who did not write first until it ends. A ban often follows people who go on.',
  },
  NEW_CHATS_SPENT: {
    level: 'at_risk',
    sentence: 'The account has begun nearly as many new chats as the network allows.',
    action:
      'Begin no new chats by hand either until the next period. Let people write first: a link or a QR code does that.',
  },
  REFUSALS: {
    level: 'at_risk',
    sentence: 'The network refused many of the messages of the last 24 hours.',
    action: 'Send less, and only to people who expect it, until no more are refused. The codes say why.',
  },
  NEW_CHATS_WARNED: {
    level: 'careful',
    sentence: 'The network has warned this account that it begins many new chats.',
    action: 'Write to fewer people who never wrote to you.',
  },
  RESTRICTED_LATELY: {
    level: 'careful',
    sentence: 'The network restricted this account within the last seven days.',
    action: 'Begin again slowly: answers first, then few new people a day.',
  },
  SOME_REFUSALS: {
    level: 'careful',
    sentence: 'The network refused some messages of the last 24 hours.',
    action: 'Look at the codes; if they become more, send less.',
  },
  UNREACHED: {
    level: 'careful',
    sentence: 'Many messages of yesterday reached no phone. People who block an account look just like that.',
    action: 'Write only to numbers that are in use and to people who expect it, and let them say stop.',
  },
  UNANSWERED: {
    level: 'careful',
    sentence:
      'Hardly anybody of those written to first yesterday has answered. The network takes that for spam.',
    action: 'Write first only to people who asked for it, and ask something that is easily answered.',
  },
  FAST: {
    level: 'careful',
    sentence: 'The client may send faster than people write.',
    action:
      'Lower sendRatePerSecond. The network names no safe pace; one message a second is what this service begins with.',
  },
  UNSTEADY: {
    level: 'careful',
    sentence: 'The connection was often away in the last 24 hours.',
    action: 'Look at the history of the client, at its proxy and at the host’s own connection.',
  },
  NOT_CONNECTED: {
    level: 'careful',
    sentence: 'The client should be connected and is not.',
    action: 'See its state for the reason and what to do.',
  },
} as const satisfies Record<string, { level: HealthLevel; sentence: string; action: string }>

export type HealthCode = keyof typeof HEALTH_FINDINGS

const WEEK_MS = 7 * 24 * 3_600_000
/*
 * The network publishes none of these numbers. They are ours, so that a few bad messages do not alarm anybody and a pattern does.
 */
const MANY_REFUSED = { count: 5, share: 0.05 }
const MANY_UNREACHED = { of: 20, share: 0.3 }
const FEW_ANSWERS = { of: 10, share: 0.2 }
const UNSTEADY = { losses: 10, share: 0.9, runningSec: 3_600 }
const FAST_PER_SECOND = 2

/** States in which the network itself holds the account back. */
const RESTRICTED_STATES: ReadonlySet<string> = new Set<StatusCode>([
  'RESTRICTED',
  'REACH_OUT_RESTRICTED',
  'REMOVED_RESTRICTED',
  'FORBIDDEN',
])
export const isRestrictedCode = (code: string): boolean => RESTRICTED_STATES.has(code)

const NOT_RUNNING: ReadonlySet<LiveStatus> = new Set(['stopped', 'pairing', 'passkey_required', 'logged_out'])
const isRunning = (code: string): boolean => !NOT_RUNNING.has(describeStatus(code).status)

/**
 * @param changes oldest first; the state before the period is one of them where it is known. What was before the first of
 *   them is not counted at all.
 */
export function measureConnection(
  changes: readonly StateChange[],
  fromMs: number,
  nowMs: number,
): ConnectionTime {
  let runningMs = 0
  let connectedMs = 0
  let losses = 0
  for (const [n, { code, atMs }] of changes.entries()) {
    const next = changes[n + 1]
    const lastedMs = Math.max(0, (next?.atMs ?? nowMs) - Math.max(atMs, fromMs))
    if (isRunning(code)) runningMs += lastedMs
    if (!isConnectedCode(code)) continue
    connectedMs += lastedMs
    if (next && next.atMs >= fromMs && !isConnectedCode(next.code) && isRunning(next.code)) losses += 1
  }
  return { runningSec: Math.round(runningMs / 1000), connectedSec: Math.round(connectedMs / 1000), losses }
}

function judgeNetwork({ nowMs, code, lastRestrictedAtMs, newChatLevel }: HealthFacts): HealthCode[] {
  const wasRestricted = lastRestrictedAtMs !== null && nowMs - lastRestrictedAtMs < WEEK_MS
  const found: HealthCode[] = []
  if (isRestrictedCode(code)) found.push('RESTRICTED')
  else if (wasRestricted) found.push('RESTRICTED_LATELY')
  if (code === 'NEW_CHAT_LIMIT' || newChatLevel === 'capped') found.push('NEW_CHATS_SPENT')
  else if (newChatLevel !== null && newChatLevel !== 'none') found.push('NEW_CHATS_WARNED')
  return found
}

function judgeSends({ sends, dayBefore, sendRatePerSecond }: HealthFacts): HealthCode[] {
  const found: HealthCode[] = []
  const refused = sends.refused.reduce((sum, { count }) => sum + count, 0)
  const isMany = refused >= MANY_REFUSED.count && refused >= MANY_REFUSED.share * (sends.sent + refused)
  if (isMany) found.push('REFUSALS')
  else if (refused > 0) found.push('SOME_REFUSALS')
  const { sent, unreached, newPeople, answered } = dayBefore
  if (sent >= MANY_UNREACHED.of && unreached > MANY_UNREACHED.share * sent) found.push('UNREACHED')
  if (newPeople >= FEW_ANSWERS.of && answered < FEW_ANSWERS.share * newPeople) found.push('UNANSWERED')
  if (sendRatePerSecond > FAST_PER_SECOND) found.push('FAST')
  return found
}

function judgeConnection({ code, desired, connection }: HealthFacts): HealthCode[] {
  const { runningSec, connectedSec, losses } = connection
  const wasAway = runningSec >= UNSTEADY.runningSec && connectedSec < UNSTEADY.share * runningSec
  const found: HealthCode[] = []
  if (losses >= UNSTEADY.losses || wasAway) found.push('UNSTEADY')
  if (desired === 'running' && !isConnectedCode(code) && !isRestrictedCode(code)) found.push('NOT_CONNECTED')
  return found
}

const RANK: Readonly<Record<HealthLevel, number>> = { at_risk: 0, careful: 1, good: 2 }

/** What is found of an account, the worst first; it is as well as the worst of it. */
export function judgeHealth(facts: HealthFacts): { level: HealthLevel; findings: HealthCode[] } {
  const findings = [...judgeNetwork(facts), ...judgeSends(facts), ...judgeConnection(facts)].sort(
    (a, b) => RANK[HEALTH_FINDINGS[a].level] - RANK[HEALTH_FINDINGS[b].level],
  )
  const [worst] = findings
  return { level: worst ? HEALTH_FINDINGS[worst].level : 'good', findings }
}
