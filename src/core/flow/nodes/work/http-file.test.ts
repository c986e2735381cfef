import { expect, test } from 'vitest'
import type { SecretText } from '../../effects.ts'
import type { RequestTexts } from '../node-type.ts'
import { checkHttp } from './http-check.ts'
import { httpSchema } from './http-data.ts'
import { buildRequest } from './http-request.ts'

const FILE = '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f'
const toData = (data: object) =>
  httpSchema.parse({ method: 'POST', url: 'https://shop.example/orders', ...data })

const find = (data: object) => checkHttp(toData(data), null).map(({ path, reason }) => [path, reason])

test('a file goes along in a form or in a JSON object, and nowhere else', () => {
  const fileId = '{{ vars.x.mediaId }}'
  expect(find({ bodyType: 'multipart', fileId, body: { order: '{{ vars.order }}' } })).toEqual([])
  expect(find({ fileId })).toEqual([])
  expect(find({ fileId: FILE, body: '{"order": 7}' })).toEqual([])
  expect(find({ bodyType: 'multipart' })).toEqual([['fileId', 'BODY_NO_FILE']])
  expect(find({ fileId: 'photo' })).toEqual([['fileId', 'BODY_NO_FILE']])
  expect(find({ bodyType: 'text', body: 'x', fileId })).toEqual([['fileId', 'FILE_WITHOUT_PLACE']])
  expect(find({ body: '[1]', fileId })).toEqual([['body', 'FILE_IN_NO_OBJECT']])
  expect(find({ method: 'GET', fileId })).toEqual([['fileId', 'METHOD_WITHOUT_BODY']])
})

const asTyped: RequestTexts = {
  render: (text) => text,
  renderUrl: (text) => text,
  renderSecret: (text): SecretText => (text === 'KEY' ? [{ secret: 'shop', as: 'raw' }] : text),
  renderJson: (value) => JSON.stringify(value),
}

test('the request names the file, the part it is or the place it has, and keeps secrets as parts', () => {
  const form = toData({ bodyType: 'multipart', fileId: FILE, fileField: 'photo', body: 'order=7\ntoken=KEY' })
  expect(buildRequest(form, asTyped, 'e1')).toMatchObject({
    body: null,
    file: {
      mediaId: FILE,
      place: {
        kind: 'part',
        name: 'photo',
        fields: [
          { name: 'order', value: '7' },
          { name: 'token', value: [{ secret: 'shop', as: 'raw' }] },
        ],
      },
    },
  })
  const json = toData({
    fileId: FILE,
    fileField: 'document.content',
    body: { document: { name: 'a' }, n: 1 },
  })
  expect(buildRequest(json, asTyped, 'e1')).toMatchObject({
    body: '{"n":1,"document":{"name":"a","content":"file:e1"}}',
    file: { mediaId: FILE, place: { kind: 'base64', mark: 'file:e1' } },
  })
  expect(buildRequest(toData({ fileId: 'nothing' }), asTyped, 'e1')).toBe('FILE_MISSING')
})
