import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseBuffer } from 'music-metadata'
import { OggOpusDecoder } from 'ogg-opus-decoder'
import { afterAll, expect, test } from 'vitest'
import { buildWav } from '../../../../test/support/made-files.ts'
import { TONE_FLAC, TONE_MP3, TONE_VORBIS } from '../../../../test/support/tones.ts'
import { createVoice, type VoiceCodec } from './voice.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'parley-voice-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const voice = createVoice()
let files = 0

function put(bytes: Buffer): string {
  const file = path.join(directory, String(files++))
  writeFileSync(file, bytes)
  return file
}

async function convert(bytes: Buffer, codec: VoiceCodec) {
  const target = path.join(directory, String(files++))
  const answer = await voice({ path: put(bytes), codec, target })
  if (!answer.ok) return { answer, note: Buffer.alloc(0), sound: new Float32Array(0) }
  const note = readFileSync(target)
  const decoder = new OggOpusDecoder()
  await decoder.ready
  const { channelData, sampleRate } = await decoder.decodeFile(note)
  decoder.free()
  expect([channelData.length, sampleRate]).toEqual([1, 48_000])
  return { answer, note, sound: channelData[0] ?? new Float32Array(0) }
}

/** How often the sound swings in a second, from its middle part. */
function pitchOf(sound: Float32Array): number {
  const middle = sound.subarray(Math.floor(sound.length / 4), Math.floor(sound.length * 0.75))
  let crossings = 0
  for (let at = 1; at < middle.length; at++) {
    if ((middle[at - 1] ?? 0) < 0 && (middle[at] ?? 0) >= 0) crossings += 1
  }
  return (crossings * 48_000) / middle.length
}

test.each([
  [44_100, 2, 16],
  [48_000, 1, 16],
  [8_000, 1, 24],
  [96_000, 2, 32],
])(
  'sound of %i Hz, %i channels and %i bits becomes a voice note of the same length and pitch',
  async (rate, channels, bits) => {
    const { answer, note, sound } = await convert(buildWav({ rate, channels, bits, seconds: 1.6 }), 'wav')
    expect(answer).toMatchObject({ ok: true, seconds: 2 })
    expect(Math.abs(sound.length / 48_000 - 1.6)).toBeLessThan(0.002)
    expect(Math.abs(pitchOf(sound) - 440)).toBeLessThan(5)
    const { format } = await parseBuffer(note, { mimeType: 'audio/ogg' })
    expect(format).toMatchObject({ container: 'Ogg', codec: 'Opus', numberOfChannels: 1 })
    expect(Math.abs((format.duration ?? 0) - 1.6)).toBeLessThan(0.02)
  },
)

test('the waveform has 64 values that follow the loudness', async () => {
  const { answer } = await convert(buildWav({ seconds: 3 }), 'wav')
  const waveform = answer.ok ? [...answer.waveform] : []
  expect(waveform).toHaveLength(64)
  expect(waveform[0]).toBeLessThan(5)
  expect(Math.abs((waveform[32] ?? 0) - 50)).toBeLessThan(5)
  expect(waveform[63]).toBe(100)
})

test.each([
  ['mp3', TONE_MP3],
  ['flac', TONE_FLAC],
  ['vorbis', TONE_VORBIS],
] as const)('sound in %s keeps its pitch', async (codec, bytes) => {
  const { answer, sound } = await convert(bytes, codec)
  expect(answer).toMatchObject({ ok: true, seconds: 1 })
  expect(Math.abs(sound.length / 48_000 - 0.3)).toBeLessThan(0.25)
  expect(Math.abs(pitchOf(sound) - 440)).toBeLessThan(12)
})

test('a voice note that is one already is only measured', async () => {
  const { note } = await convert(buildWav({ seconds: 2 }), 'wav')
  const answer = await voice({ path: put(note), codec: 'opus', target: null })
  expect(answer).toMatchObject({ ok: true, seconds: 2 })
  expect(answer.ok && Math.max(...answer.waveform)).toBe(100)
})

test('what cannot be read is said so, and the next one is read all the same', async () => {
  const broken = [
    convert(Buffer.from('RIFF\0\0\0\0WAVEfmt '), 'wav'),
    convert(Buffer.alloc(5_000, 1), 'mp3'),
    convert(Buffer.alloc(0), 'opus'),
  ]
  for (const { answer } of await Promise.all(broken))
    expect(answer).toMatchObject({ ok: false, code: 'UNREADABLE' })
  expect((await convert(TONE_MP3, 'mp3')).answer.ok).toBe(true)
})
