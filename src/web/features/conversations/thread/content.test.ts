import { describe, expect, it } from 'vitest'
import { readContent } from './content.ts'

describe('content of a message', () => {
  it('is read through its envelopes', () => {
    const documentMessage = { fileName: 'a.pdf', fileLength: '1200' }
    expect(readContent({ documentWithCaptionMessage: { message: { documentMessage } } })).toEqual({
      kind: 'document',
      fileName: 'a.pdf',
      sizeBytes: 1200,
    })
  })

  it('of a voice note has bars to draw', () => {
    const waveform = btoa(String.fromCharCode(0, 50, 100))
    expect(readContent({ audioMessage: { ptt: true, seconds: 3, waveform } })).toEqual({
      kind: 'audio',
      seconds: 3,
      waveform: [0, 0.5, 1],
      isVoice: true,
    })
  })

  it('of shared people has their names and numbers', () => {
    const vcard = 'BEGIN:VCARD\nFN:Ana\nTEL;type=CELL;waid=351:+351 910 000 001\nitem1.TEL:+351 2\nEND:VCARD'
    expect(readContent({ contactMessage: { displayName: 'Ana', vcard } })).toEqual({
      kind: 'contacts',
      people: [{ name: 'Ana', phones: ['+351 910 000 001', '+351 2'] }],
    })
  })

  it('that is not what it says to be is other content, and thumbnails are only ever base64', () => {
    expect(readContent({ locationMessage: { degreesLatitude: 'x' } })).toEqual({ kind: 'other' })
    expect(readContent({ imageMessage: { jpegThumbnail: 'x" onerror="alert(1)' } })).toMatchObject({
      thumbnail: null,
    })
    expect(readContent(null)).toEqual({ kind: 'other' })
    expect(readContent({ pollCreationMessageV3: { options: [{ optionName: 'Yes' }, 7] } })).toEqual({
      kind: 'poll',
      options: ['Yes'],
    })
  })
})
