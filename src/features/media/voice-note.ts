import { type Refusal, refusal } from '../../core/errors.ts'
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

function refuse(found: string, failure: VoiceAnswer & { ok: false }): Refusal {
  if (failure.code === 'TOO_LONG') {
    return refusal('UNPROCESSABLE_CONTENT', 'VOICE_NOTE_TOO_LONG', { minutes: MAX_VOICE_SECONDS / 60 })
  }
  return refuseSound(found, 'no_sound', failure.why)
}

const refuseSound = (found: string, why: 'no_sound' | 'unreadable', cause: unknown): Refusal =>
  refusal('UNPROCESSABLE_CONTENT', 'VOICE_NOTE_NOT_CONVERTIBLE', { found, why }, { data: { found }, cause })

const refuseFormat = (found: string): Refusal =>
  refusal(
    'UNSUPPORTED_MEDIA_TYPE',
    'VOICE_NOTE_NOT_CONVERTIBLE',
    { found, why: 'format' },
    { data: { found } },
  )

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
    throw refuseSound(found, 'unreadable', cause)
  })
  const measured = await voice({ path: target, codec: 'opus', target: null })
  if (!measured.ok) throw refuse(found, measured)
  return toTraits(measured)
}
