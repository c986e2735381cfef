import { expect, test } from 'vitest'
import { parseOutboxContent } from './outbox-content.ts'

const CHAT = '351912000000@s.whatsapp.net'

test('an album goes out as its heading and items that name it', () => {
  const heading = parseOutboxContent({ type: 'album_heading', images: 2, videos: 1 }, CHAT)
  expect(heading).toEqual({ content: { kind: 'album', images: 2, videos: 1 }, typingMs: 0 })
  const item = { type: 'media', kind: 'image', source: { url: 'https://example.com/1.jpg' }, caption: 'one' }
  expect(parseOutboxContent({ ...item, albumId: '3EB0AA' }, CHAT)?.content).toEqual({
    kind: 'media',
    media: 'image',
    source: { url: 'https://example.com/1.jpg' },
    caption: 'one',
    album: { chat: CHAT, id: '3EB0AA', fromMe: true },
  })
  expect(parseOutboxContent(item, CHAT)?.content).not.toHaveProperty('album')
})

test('an unknown kind is none', () => {
  expect(parseOutboxContent({ type: 'hologram' }, CHAT)).toBeNull()
  expect(parseOutboxContent('text', CHAT)).toBeNull()
})
