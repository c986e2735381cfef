import { expect, it } from 'vitest'
import { findFiles, groupFiles, listVariableFiles, readJson, shownAs } from './run-files.ts'

const photo = { mediaId: 'm1', mimetype: 'image/png', fileName: null, sizeBytes: 68, seconds: null }
const voice = {
  mediaId: 'm2',
  mimetype: 'audio/ogg; codecs=opus',
  fileName: null,
  sizeBytes: 900,
  seconds: 7,
}
const step = (id: string, patch: object | string) => ({
  event: { id },
  transition: { contextPatch: typeof patch === 'string' ? patch : JSON.stringify(patch) },
})

it('files stand with the event that brought them, each once, and know their message', () => {
  const groups = groupFiles([
    { event: { id: 'e0' }, transition: null },
    step('e1', { vars: { photo }, last: { type: 'image', messageId: 'W1', media: photo } }),
    step('e2', { vars: { copy: photo, list: [voice] } }),
    step('e3', 'no JSON'),
    step('e4', { vars: { paper: { ...photo, mediaId: 'm3', type: 'image', id: 'W3' } } }),
  ])
  expect([...groups]).toEqual([
    ['e1', [{ ...photo, messageId: 'W1' }]],
    ['e2', [{ ...voice, messageId: null }]],
    ['e4', [{ ...photo, mediaId: 'm3', messageId: 'W3' }]],
  ])
})

it('variables that hold files are named, and their messages found where they stand elsewhere', () => {
  const context = { vars: { name: 'Ana', photo }, last: { messageId: 'W1', media: photo } }
  const known = findFiles([context])
  expect(listVariableFiles(context, known)).toEqual([{ name: 'photo', file: { ...photo, messageId: 'W1' } }])
  expect(listVariableFiles(readJson('broken'), known)).toEqual([])
})

it('what has no stored file is none', () => {
  const place = { latitude: 1, longitude: 2, name: 'Shop' }
  expect([...findFiles([{ a: place, b: { mediaId: null, mimetype: 'image/png' }, c: 'm1' }, null])]).toEqual(
    [],
  )
})

it('only what a browser shows without doing anything else is shown', () => {
  expect(
    ['image/png', 'image/svg+xml', 'audio/ogg; codecs=opus', 'video/mp4', 'text/html'].map(shownAs),
  ).toEqual(['image', null, 'audio', 'video', null])
})
