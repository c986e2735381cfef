import { expect, test } from 'vitest'
import { buildSendRows } from './send-rows.ts'

function createIds() {
  let count = 0
  return { newId: () => `row-${++count}`, newMessageId: () => `message-${++count}` }
}

const planned = { id: 'planned', runId: 'run', nodeId: 'n', jid: 'j', seq: 2, purpose: 'message' as const }

test('a message is one row under its planned id', () => {
  const content = {
    type: 'text',
    text: 'Hi',
    linkPreview: true,
    quoteMessageId: null,
    typing: 'none',
  } as const
  const rows = buildSendRows({ ...planned, content }, createIds())
  expect(rows).toEqual([
    { id: 'planned', runId: 'run', nodeId: 'n', messageId: 'message-1', content, ord: 64 },
  ])
})

test('an album is its heading and a message for each item that names it, the last under the planned id', () => {
  const content = {
    type: 'album',
    items: [
      { kind: 'image', source: { url: 'https://example.com/1.jpg' }, caption: 'one' },
      { kind: 'video', source: { assetId: 'a' }, caption: null },
    ],
  } as const
  const rows = buildSendRows({ ...planned, content: { ...content, items: [...content.items] } }, createIds())
  expect(rows.map((row) => row.ord)).toEqual([64, 65, 66])
  expect(new Set(rows.map((row) => row.messageId)).size).toBe(3)
  expect(rows[0]?.content).toEqual({ type: 'album_heading', images: 1, videos: 1 })
  expect(rows[1]?.content).toMatchObject({
    type: 'media',
    kind: 'image',
    caption: 'one',
    albumId: rows[0]?.messageId,
  })
  expect(rows[2]).toMatchObject({ id: 'planned', content: { kind: 'video', albumId: rows[0]?.messageId } })
})
