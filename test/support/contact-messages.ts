import { expect } from 'vitest'
import type { Contact } from '../../sandbox/index.ts'
import { buildNoisyMp4, buildNoisyOgg, PNG, WEBP } from './made-files.ts'

export const MP4 = buildNoisyMp4(20_000)
export const OGG = buildNoisyOgg()
export const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')
export const anyUuid = expect.stringMatching(/^[\da-f-]{36}$/)
const none = { fileName: null, seconds: null }

/** What a contact sends, what of it is in the variable afterwards, and the file that the http node posts. */
export interface Row {
  send(from: Contact, to: string): Promise<string>
  value: unknown
  bytes?: Buffer
}

const file = (
  content: Parameters<Contact['sendMedia']>[1],
  value: Record<string, unknown>,
  bytes = Buffer.from(content.bytes ?? []),
): Row => ({
  send: (from, to) => from.sendMedia(to, content),
  value: { mediaId: anyUuid, sizeBytes: bytes.length, ...none, caption: '', ...value },
  bytes,
})

export const raw = (content: Parameters<Contact['send']>[1], value: unknown): Row => ({
  send: (from, to) => from.send(to, content),
  value,
})

export const ROWS: Record<string, Row> = {
  text: { send: (from, to) => from.sendText(to, 'hello'), value: 'hello' },
  'disappearing text': raw({ ephemeralMessage: { message: { conversation: 'soon gone' } } }, 'soon gone'),
  'image with a caption': file(
    { kind: 'image', bytes: PNG, mimetype: 'image/png', caption: 'the roof' },
    { type: 'image', mimetype: 'image/png', caption: 'the roof' },
  ),
  video: file(
    { kind: 'video', bytes: MP4, seconds: 7 },
    { type: 'video', mimetype: 'video/mp4', seconds: 7 },
  ),
  gif: file({ kind: 'gif', bytes: MP4 }, { type: 'video', mimetype: 'video/mp4' }),
  'video note': file(
    { kind: 'ptv', bytes: MP4, seconds: 3 },
    { type: 'video', mimetype: 'video/mp4', seconds: 3, isNote: true },
  ),
  audio: file(
    { kind: 'audio', bytes: OGG, mimetype: 'audio/ogg', seconds: 61 },
    { type: 'audio', mimetype: 'audio/ogg', seconds: 61 },
  ),
  'voice note': file(
    { kind: 'ptt', bytes: OGG, seconds: 5 },
    { type: 'voice', mimetype: 'audio/ogg; codecs=opus', seconds: 5, isNote: true },
  ),
  document: file(
    { kind: 'document', bytes: PDF, mimetype: 'application/pdf', fileName: 'açaí 1.pdf', caption: 'my CV' },
    { type: 'document', mimetype: 'application/pdf', fileName: 'açaí 1.pdf', caption: 'my CV' },
  ),
  sticker: file({ kind: 'sticker', bytes: WEBP }, { type: 'sticker', mimetype: 'image/webp' }),
  place: {
    send: (from, to) =>
      from.sendLocation(to, { latitude: 38.7, longitude: -9.1, name: 'Pier', address: 'Quay 1' }),
    value: {
      ...{ type: 'location', latitude: 38.7, longitude: -9.1, name: 'Pier', address: 'Quay 1' },
      isLive: false,
      caption: 'Pier',
    },
  },
  'live place': {
    send: (from, to) => from.sendLocation(to, { latitude: -1.5, longitude: 2, live: true }),
    value: {
      ...{ type: 'location', latitude: -1.5, longitude: 2, name: null, address: null, isLive: true },
      caption: '',
    },
  },
  'contact card': {
    send: (from, to) => from.sendContacts(to, [{ name: 'Ada', number: '447700900300' }]),
    value: {
      ...{ type: 'contact', name: 'Ada', phone: '+447700900300', caption: 'Ada' },
      contacts: [{ name: 'Ada', phones: ['+447700900300'], emails: [] }],
    },
  },
  'two contact cards': {
    send: (from, to) =>
      from.sendContacts(to, [
        { name: 'Ada', number: '447700900300' },
        { name: 'Bo', number: '447700900301' },
      ]),
    value: {
      ...{ type: 'contact', name: 'Ada', phone: '+447700900300', caption: '2 contacts' },
      contacts: [
        { name: 'Ada', phones: ['+447700900300'], emails: [] },
        { name: 'Bo', phones: ['+447700900301'], emails: [] },
      ],
    },
  },
  'choice of a list': raw(
    { listResponseMessage: { title: 'Red', singleSelectReply: { selectedRowId: 'r1' } } },
    'Red',
  ),
  'choice of a button': raw(
    { buttonsResponseMessage: { selectedButtonId: 'y', selectedDisplayText: 'Yes' } },
    'Yes',
  ),
}
