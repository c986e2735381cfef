import { expect, test } from 'vitest'
import type { ConversationEvent } from '../../../../core/conversation/flow-event.ts'
import { withoutOverCalls } from './call-events.ts'

const of = (callId: string, state: 'ringing' | 'missed'): ConversationEvent => ({
  ...{ clientId: 'c', contactJid: '7@s.whatsapp.net', source: 'chat' },
  event: { type: 'phone_call', eventId: `call:${callId}:${state}`, callId, state, isVideo: false },
})

test('a call that is over with a later part of its batch rings at nobody, and another one does', () => {
  const [rang, ended, rings] = [of('a', 'ringing'), of('a', 'missed'), of('b', 'ringing')]
  expect(withoutOverCalls([rang, rings, ended])).toEqual([rings, ended])
  expect(withoutOverCalls([rang, rings])).toEqual([rang, rings])
})
