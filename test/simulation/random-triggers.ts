import { CALL_STATES } from '../../src/core/conversation/call.ts'
import type { Random } from './random.ts'

export interface Shape {
  type: string
  data: Record<string, unknown>
  handles: string[]
}

/** What begins a flow: a word always, the rest by chance. */
export function drawTriggers(random: Random, isMenu: boolean): Shape[] {
  const keyword: Shape = {
    type: 'trigger.keyword',
    data: {
      values: random.pick([['go'], ['start'], ['go', 'hello']]),
      mode: random.pick(['exact', 'word', 'starts_with', 'regex']),
      interrupt: random.chance(0.3),
      cooldownSec: random.pick([0, 0, 30]),
    },
    handles: ['out'],
  }
  const any: Shape = {
    type: 'trigger.any_message',
    data: { cooldownSec: random.pick([0, 60]) },
    handles: ['out'],
  }
  const schedule: Shape = {
    type: 'trigger.schedule',
    data: { cron: '0 9 * * mon-fri', timezone: 'Europe/Lisbon', audience: { tags: ['vip'] } },
    handles: ['out'],
  }
  const group: Shape = {
    type: 'trigger.group',
    data: {
      changes: random.pick([['asked'], ['added', 'joined'], ['joined', 'removed', 'left', 'asked']]),
      ...{ answerIn: random.pick(['person', 'person', 'group']), interrupt: random.chance(0.2) },
    },
    handles: ['out'],
  }
  const call: Shape = {
    type: 'trigger.call',
    data: { states: random.pick([['missed'], ['ringing'], CALL_STATES]), interrupt: random.chance(0.2) },
    handles: ['out'],
  }
  return [
    keyword,
    ...(random.chance(0.4) ? [group] : []),
    ...(random.chance(0.3) ? [call] : []),
    ...(random.chance(0.2) ? [schedule] : []),
    { type: 'trigger.api', data: {}, handles: ['out'] },
    ...(random.chance(0.3) ? [any] : []),
    ...(isMenu ? [{ type: 'trigger.main_menu', data: { keywords: ['menu'] }, handles: ['out'] }] : []),
  ]
}
