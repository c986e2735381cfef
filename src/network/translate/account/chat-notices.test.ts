import { expect, it } from 'vitest'
import { readChatNews } from './chat-notices.ts'

const ANA = '447700900311@s.whatsapp.net'
const mutedUntil = (muteEndTimestamp: number | null) =>
  readChatNews({ index: ['mute', ANA], value: { muteAction: { muted: true, muteEndTimestamp } } })

it('a chat is muted until a time there is a date of, or for good', () => {
  expect(mutedUntil(1_767_268_800_000)).toEqual({ kind: 'muted', chat: ANA, until: 1_767_268_800_000 })
  for (const end of [null, -1, 0, 2 ** 63]) expect(mutedUntil(end)).toMatchObject({ until: 'always' })
})

it('what is of no chat says nothing', () => {
  expect(readChatNews({ index: ['archive'], value: { archiveChatAction: { archived: true } } })).toBeNull()
  expect(readChatNews({ index: ['archive', ANA], value: null })).toBeNull()
})
