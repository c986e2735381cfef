import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { FLACDecoder } from '@wasm-audio-decoders/flac'
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis'
import { MPEGDecoder } from 'mpg123-decoder'
import { OggOpusDecoder } from 'ogg-opus-decoder'
import OpusScript from 'opusscript'
import { createMono48k, type Sound } from './mono-48k.ts'
import { createOpusFile, OPUS_FRAME_SAMPLES, OPUS_PRE_SKIP, OPUS_RATE } from './opus-file.ts'
import type { VoiceAnswer, VoiceCodec, VoiceTask } from './voice.ts'
import { createWavDecoder } from './wav.ts'
import { createWaveform } from './waveform.ts'

/** The thread of `voice.ts`: one file, piece by piece, and then it ends. */

const CHUNK_BYTES = 64 * 1024
const BITS_PER_SECOND = 32_000
const MAX_SAMPLE = 32_767

interface Decoder {
  decode(chunk: Uint8Array): Sound | Promise<Sound>
  flush?(): Sound | Promise<Sound>
  free(): void
}

async function readied<T extends { readonly ready: Promise<unknown> }>(decoder: T): Promise<T> {
  await decoder.ready
  return decoder
}

const DECODERS: Readonly<Record<VoiceCodec, () => Decoder | Promise<Decoder>>> = {
  wav: createWavDecoder,
  mp3: () => readied(new MPEGDecoder()),
  flac: () => readied(new FLACDecoder()),
  vorbis: () => readied(new OggVorbisDecoder()),
  opus: () => readied(new OggOpusDecoder()),
}

/** Encodes mono sound of 48 kHz into a file; what does not fill a frame waits for more. */
function createEncoder(file: FileHandle) {
  const opus = new OpusScript(OPUS_RATE, 1, OpusScript.Application.VOIP)
  opus.setBitrate(BITS_PER_SECOND)
  const pages = createOpusFile(randomBytes(4).readUInt32LE())
  const frame = Buffer.alloc(OPUS_FRAME_SAMPLES * 2)
  let filled = 0

  async function write(bytes: Buffer): Promise<void> {
    if (bytes.length > 0) await file.writeFile(bytes)
  }

  async function add(samples: Float32Array): Promise<void> {
    for (const sample of samples) {
      frame.writeInt16LE(Math.round(Math.min(1, Math.max(-1, sample)) * MAX_SAMPLE), filled * 2)
      filled += 1
      if (filled < OPUS_FRAME_SAMPLES) continue
      filled = 0
      await write(pages.add(opus.encode(frame, OPUS_FRAME_SAMPLES)))
    }
  }

  return {
    begin: () => write(pages.begin()),
    add,
    async end(samples: number): Promise<void> {
      // What the encoder still holds back comes out behind silence.
      const missing = OPUS_FRAME_SAMPLES - ((samples + OPUS_PRE_SKIP) % OPUS_FRAME_SAMPLES)
      await add(new Float32Array(OPUS_PRE_SKIP + missing))
      await write(pages.end(samples))
      opus.delete()
    },
  }
}

async function* readSounds(path: string, decoder: Decoder): AsyncGenerator<Sound> {
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      yield await decoder.decode(chunk as Uint8Array)
    }
    if (decoder.flush) yield await decoder.flush()
  } finally {
    decoder.free()
  }
}

async function work({ path, codec, target, maxSeconds }: VoiceTask): Promise<VoiceAnswer> {
  const decoder = await DECODERS[codec]()
  const file = target === null ? null : await open(target, 'wx')
  const encoder = file && createEncoder(file)
  const waveform = createWaveform()
  let toMono: ReturnType<typeof createMono48k> | null = null
  let samples = 0
  try {
    await encoder?.begin()
    for await (const { channelData, sampleRate } of readSounds(path, decoder)) {
      if (!channelData[0]?.length) continue
      toMono ??= createMono48k(sampleRate)
      const mono = toMono(channelData)
      samples += mono.length
      if (samples > maxSeconds * OPUS_RATE) return { ok: false, code: 'TOO_LONG' }
      waveform.add(mono)
      await encoder?.add(mono)
    }
    if (samples === 0) return { ok: false, code: 'UNREADABLE' }
    await encoder?.end(samples)
    return { ok: true, seconds: Math.max(1, Math.round(samples / OPUS_RATE)), waveform: waveform.read() }
  } finally {
    await file?.close()
  }
}

const answer = await work(workerData as VoiceTask).catch(
  (error: unknown): VoiceAnswer => ({ ok: false, code: 'UNREADABLE', why: String(error) }),
)
parentPort?.postMessage(answer)
