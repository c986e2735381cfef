import { expect, test } from 'vitest'
import { readStoredContent } from './content.ts'

test('what a flow put into the outbox is read as it was stored, an album as its parts', () => {
  const item = {
    ...{ type: 'media', kind: 'image', source: { url: 'https://example.com/1.jpg' }, caption: 'one' },
    ...{ fileName: null, mimeType: null, albumId: '3EB0AA' },
  }
  for (const stored of [item, { type: 'album_heading', images: 2, videos: 1 }, { type: 'text', text: '' }])
    expect(readStoredContent(stored)).toEqual(stored)
})

test('a name or an address of a place that was rendered to nothing is none', () => {
  const place = { type: 'location', latitude: 1, longitude: 2, name: '', address: 'Quay 1' }
  expect(readStoredContent(place)).toEqual({ ...place, name: null })
})

test('what this build cannot send is null', () => {
  for (const stored of [{ type: 'hologram' }, { type: 'album', items: [] }, { type: 'text' }, 'text', null])
    expect(readStoredContent(stored)).toBeNull()
})
