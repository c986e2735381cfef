import { Refusal } from '../../core/errors.ts'
import type { MediaTraits } from '../../network/port.ts'
import type { Codecs } from './codecs/index.ts'
import { MAX_VOICE_SECONDS, type VoiceAnswer, type VoiceCodec } from './codecs/voice.ts'
import { OPUS } from './mimetype.ts'

const CODECS: Readonly<Record<string, VoiceCodec>> = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/ogg': 'vorbis',
}

const DATA = { reason: 'VOICE_NOTE_NOT_CONVERTIBLE' }

function refuse(found: string, failure: VoiceAnswer & { ok: false }): Refusal {
  if (failure.code === 'TOO_LONG') {
    const message = `A voice note may last ${MAX_VOICE_SECONDS / 60} minutes. Send it as audio without ptt. Nothing was sent.`
    return new Refusal('UNPROCESSABLE_CONTENT', message, { data: { reason: 'VOICE_NOTE_TOO_LONG' } })
  }
  const message = `The file (${found}) says it is sound and could not be read as such; it may be cut off. Nothing was sent.`
  return new Refusal('UNPROCESSABLE_CONTENT', message, { data: { ...DATA, found }, cause: failure.why })
}

function refuseFormat(found: string): Refusal {
  const known = 'WAV, MP3, FLAC, Ogg Vorbis and Ogg Opus'
  const message = `A voice note is Opus in Ogg, and this server makes one of ${known}, not of ${found}. Convert the file, send it without ptt, or ask the operator for ffmpeg (FFMPEG_PATH). Nothing was sent.`
  return new Refusal('UNSUPPORTED_MEDIA_TYPE', message, { data: { ...DATA, found } })
}

const toTraits = ({ seconds, waveform }: VoiceAnswer & { ok: true }): MediaTraits => ({
  mimetype: OPUS,
  seconds,
  waveform,
})

/**
 * Writes a file's sound as a voice note to `target`; null when it is one already. What our own decoders cannot read is
 * left to ffmpeg. Never sends one thing under the name of another: what nobody can read is refused.
 */
export async function prepareVoiceNote(
  { voice, ffmpeg }: Codecs,
  path: string,
  found: string,
  target: string,
): Promise<MediaTraits | null> {
  if (found.includes('opus')) return null
  const codec = CODECS[found]
  const made = codec ? await voice({ path, codec, target }) : null
  if (made?.ok) return toTraits(made)
  if (!ffmpeg || made?.code === 'TOO_LONG') throw made ? refuse(found, made) : refuseFormat(found)
  await ffmpeg.writeVoiceNote(path, target).catch((cause: unknown) => {
    const message = `The sound of the file (${found}) could not be read; it may be cut off. Nothing was sent.`
    throw new Refusal('UNPROCESSABLE_CONTENT', message, { data: { ...DATA, found }, cause })
  })
  const measured = await voice({ path: target, codec: 'opus', target: null })
  if (!measured.ok) throw refuse(found, measured)
  return toTraits(measured)
}
