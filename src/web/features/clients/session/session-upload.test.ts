import { expect, test } from 'vitest'
import { buildSessionUpload } from './session-upload.ts'

const file = (name: string, text: string, folder?: string): File =>
  Object.assign(new File([text], name), folder ? { webkitRelativePath: `${folder}/${name}` } : {})

test('one file goes as it is, whatever it is', async () => {
  const zip = file('session.zip', 'PK')
  expect(await buildSessionUpload([zip])).toEqual({ kind: 'file', file: zip })
})

test('a folder goes as one document of the names and contents of its JSON files', async () => {
  const chosen = [
    file('creds.json', '{"a":1}', 'auth'),
    file('store.db', 'x', 'auth'),
    file('b.json', '"é"', 'auth'),
  ]
  const upload = await buildSessionUpload(chosen)
  if (upload.kind !== 'file') throw new Error(upload.kind)
  expect(JSON.parse(await upload.file.text())).toEqual({ 'auth/creds.json': '{"a":1}', 'auth/b.json': '"é"' })
})

test('what has no JSON, or more than a call takes, is said before anything is sent', async () => {
  expect(await buildSessionUpload([file('a.txt', ''), file('b.txt', '')])).toEqual({ kind: 'empty' })
  expect(await buildSessionUpload([])).toEqual({ kind: 'empty' })
  const large = 'x'.repeat(13_000_000)
  expect(await buildSessionUpload([file('a.json', large), file('b.json', large)])).toEqual({
    kind: 'too-large',
  })
  expect(await buildSessionUpload([file('a.zip', large + large)])).toEqual({ kind: 'too-large' })
})
