/** What stands in a message besides its text, read from the network's own JSON. Unknown content is `other`. */
export type Content =
  | {
      kind: 'image' | 'video' | 'sticker'
      thumbnail: string | null
      width: number | null
      height: number | null
      /** False of stickers in a form that no browser shows: of them there is only the thumbnail. */
      isShowable: boolean
    }
  | { kind: 'audio'; seconds: number | null; waveform: readonly number[]; isVoice: boolean }
  | { kind: 'document'; fileName: string | null; sizeBytes: number | null }
  | { kind: 'location'; latitude: number; longitude: number; name: string | null; address: string | null }
  | { kind: 'contacts'; people: readonly { name: string; phones: readonly string[] }[] }
  | { kind: 'poll'; options: readonly string[] }
  | { kind: 'event'; name: string; description: string | null; startSec: number | null }
  | { kind: 'other' }

/** A length as players show it: minutes, and seconds of two digits. */
export const toClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

type Json = Readonly<Record<string, unknown>>

const MAX_NESTING = 5
const WAVEFORM_BARS = 48
/** The file of a sticker that is drawn anew at each frame (Lottie). */
const LOTTIE_TYPE = 'application/was'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectIn = (value: unknown): Json => (isJson(value) ? value : {})
const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isJson) : [])

/** Counters arrive as numbers or, when they may be large, as digits. */
function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** The content inside the envelopes that say how it is to be shown. */
function unwrap(message: Json): Json {
  let current = message
  for (let depth = 0; depth < MAX_NESTING; depth += 1) {
    const inner = Object.values(current).find((value) => isJson(value) && isJson(value.message))
    if (!isJson(inner)) return current
    current = objectIn(inner.message)
  }
  return current
}

/** Loudness from 0 to 1, as bars to draw. */
function readWaveform(value: unknown): number[] {
  if (typeof value !== 'string' || !BASE64.test(value)) return []
  const samples = Uint8Array.from(atob(value), (char) => char.charCodeAt(0))
  const step = Math.max(1, samples.length / WAVEFORM_BARS)
  const bars = Math.min(WAVEFORM_BARS, samples.length)
  return Array.from({ length: bars }, (_, bar) => Math.min(1, (samples[Math.floor(bar * step)] ?? 0) / 100))
}

function readThumbnail(form: 'jpeg' | 'png', value: unknown): string | null {
  return typeof value === 'string' && BASE64.test(value) ? `data:image/${form};base64,${value}` : null
}

function readPerson(contact: Json): { name: string; phones: string[] } {
  const vcard = textIn(contact.vcard) ?? ''
  const phones = [...vcard.matchAll(/^(?:item\d+\.)?TEL[^:]*:(.+)$/gim)].map(([, phone = '']) => phone.trim())
  return { name: textIn(contact.displayName) ?? phones[0] ?? '', phones }
}

const readPicture =
  (kind: 'image' | 'video' | 'sticker') =>
  (field: Json): Content => ({
    kind,
    thumbnail: readThumbnail('jpeg', field.jpegThumbnail) ?? readThumbnail('png', field.pngThumbnail),
    width: numberIn(field.width),
    height: numberIn(field.height),
    isShowable: field.isLottie !== true && field.mimetype !== LOTTIE_TYPE,
  })

const readPoll = (field: Json): Content => ({
  kind: 'poll',
  options: list(field.options).flatMap(({ optionName }) => textIn(optionName) ?? []),
})

function readLocation(field: Json): Content {
  const latitude = numberIn(field.degreesLatitude)
  const longitude = numberIn(field.degreesLongitude)
  if (latitude === null || longitude === null) return { kind: 'other' }
  return { kind: 'location', latitude, longitude, name: textIn(field.name), address: textIn(field.address) }
}

const READERS: Readonly<Record<string, (field: Json) => Content>> = {
  imageMessage: readPicture('image'),
  videoMessage: readPicture('video'),
  ptvMessage: readPicture('video'),
  stickerMessage: readPicture('sticker'),
  audioMessage: (field) => ({
    kind: 'audio',
    seconds: numberIn(field.seconds),
    waveform: readWaveform(field.waveform),
    isVoice: field.ptt === true,
  }),
  documentMessage: (field) => ({
    kind: 'document',
    fileName: textIn(field.fileName),
    sizeBytes: numberIn(field.fileLength),
  }),
  locationMessage: readLocation,
  liveLocationMessage: readLocation,
  contactMessage: (field) => ({ kind: 'contacts', people: [readPerson(field)] }),
  contactsArrayMessage: (field) => ({ kind: 'contacts', people: list(field.contacts).map(readPerson) }),
  pollCreationMessage: readPoll,
  pollCreationMessageV2: readPoll,
  pollCreationMessageV3: readPoll,
  pollCreationMessageV5: readPoll,
  eventMessage: (field) => ({
    kind: 'event',
    name: textIn(field.name) ?? '',
    description: textIn(field.description),
    startSec: numberIn(field.startTime),
  }),
}

export function readContent(content: Json | null): Content {
  if (content === null) return { kind: 'other' }
  const message = unwrap(content)
  for (const [name, read] of Object.entries(READERS)) {
    const field = message[name]
    if (isJson(field)) return read(field)
  }
  return { kind: 'other' }
}
