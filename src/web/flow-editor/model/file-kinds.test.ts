import { describe, expect, it } from 'vitest'
import { bestKind, fitsKind, withFile, withoutFile } from './file-kinds.ts'
import { isShown, listFields, partFields, settleData } from './form-fields.ts'

const ALL = ['image', 'video', 'audio', 'voice', 'document', 'sticker']

describe('a file and what it is sent as', () => {
  it.each([
    ['image', 'image/png', true],
    ['image', 'application/pdf', false],
    ['sticker', 'image/webp', true],
    ['video', 'video/mp4', true],
    ['voice', 'video/webm', true],
    ['audio', 'image/png', false],
    ['document', 'anything/at-all', true],
  ])('%s takes %s: %s', (kind, mimetype, fits) => {
    expect(fitsKind(kind, mimetype)).toBe(fits)
  })

  it('what shows it best is chosen among what is allowed', () => {
    expect(bestKind(ALL, 'image/png')).toBe('image')
    expect(bestKind(ALL, 'application/pdf')).toBe('document')
    expect(bestKind(['image', 'video'], 'application/pdf')).toBeUndefined()
  })

  it('takes the place of an address, and only a document gets its name', () => {
    const file = { id: 'f', mimetype: 'application/pdf', fileName: 'menu.pdf' }
    const data = { kind: 'image', url: 'https://example.com/x.jpg', caption: 'Our menu' }
    expect(withFile(data, file)).toEqual({ kind: 'image', caption: 'Our menu', assetId: 'f' })
    const document = { kind: 'document', caption: 'Our menu', assetId: 'f', fileName: 'menu.pdf' }
    expect(withFile(data, file, 'document')).toEqual(document)
    expect(withFile({ kind: 'document', fileName: 'mine.pdf' }, file)).toMatchObject({ fileName: 'mine.pdf' })
    expect(withoutFile(document)).toEqual({
      kind: 'document',
      caption: 'Our menu',
      fileName: 'menu.pdf',
      url: '',
    })
  })
})

describe('the form of a node that sends files', () => {
  it('leaves no file beside those of an album, and asks for one again when there is no album any more', () => {
    const items = [{ assetId: 'a' }, { assetId: 'b' }]
    expect(settleData('send.media', { kind: 'image', url: '', items })).toEqual({ kind: 'image', items })
    expect(settleData('send.media', { kind: 'image' })).toEqual({ kind: 'image', url: '' })
    expect(settleData('send.media', { kind: 'image', assetId: 'a' })).toEqual({ kind: 'image', assetId: 'a' })
    expect(settleData('send.text', { text: 'hi' })).toEqual({ text: 'hi' })
  })

  it('shows a caption that cannot be sent until it is taken out', () => {
    expect(isShown('send.media', 'caption', { kind: 'voice' })).toBe(false)
    expect(isShown('send.media', 'caption', { kind: 'voice', caption: 'Hi' })).toBe(true)
  })

  it('has one field for where the file comes from, with what it may be sent as', () => {
    const fields = partFields('send.media').first
    expect(fields.map(({ key, kind }) => [key, kind])).toEqual([
      ['kind', 'choice'],
      ['url', 'file'],
      ['caption', 'long_template'],
      ['fileName', 'template'],
    ])
    expect(fields[1]).toMatchObject({ kinds: ALL })
  })

  it('has it in the items of an album and in the file of a question too, and other addresses stay addresses', () => {
    const items = listFields('send.media').find(({ key }) => key === 'items')
    expect(items).toMatchObject({
      fields: [{ key: 'kind' }, { key: 'url', kind: 'file' }, { key: 'caption' }],
    })
    const media = listFields('ask').find(({ key }) => key === 'media')
    expect(media).toMatchObject({ kind: 'group' })
    expect(media?.kind === 'group' && media.fields.some(({ kind }) => kind === 'file')).toBe(true)
    expect(listFields('http').find(({ key }) => key === 'url')).toMatchObject({ kind: 'template' })
  })
})
