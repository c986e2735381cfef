import { spawn } from 'node:child_process'

const TIMEOUT_MS = 120_000
const THUMBNAIL_TIMEOUT_MS = 15_000
const MAX_OUTPUT_BYTES = 1024 ** 2
const MAX_COMPLAINT_CHARS = 300
/** Files may name other files and addresses; none of those is opened. */
const QUIET = ['-nostdin', '-hide_banner', '-v', 'error', '-protocol_whitelist', 'file,pipe']

/** What ffmpeg does where it is there; each call is a process of its own that is killed when it takes too long. */
export interface Ffmpeg {
  /** Writes the first sound of a file as a voice note. */
  writeVoiceNote(path: string, target: string): Promise<void>
  /** A small JPEG of a video's beginning. */
  makeThumbnail(path: string, px: number): Promise<Buffer>
}

function run(command: string, args: readonly string[], timeoutMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...QUIET, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {},
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const output: Buffer[] = []
    let length = 0
    let complaint = ''
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > MAX_OUTPUT_BYTES) child.kill('SIGKILL')
      else output.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString('latin1')).slice(-MAX_COMPLAINT_CHARS)
    })
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(output))
      else reject(new Error(`ffmpeg ended with ${signal ?? code}: ${complaint.trim()}`))
    })
  })
}

/** One process at a time. */
export function createFfmpeg(command: string): Ffmpeg {
  let last: Promise<unknown> = Promise.resolve()
  function inTurn(args: readonly string[], timeoutMs: number): Promise<Buffer> {
    const turn = last.then(() => run(command, args, timeoutMs))
    last = turn.catch(() => {})
    return turn
  }
  return {
    async writeVoiceNote(path, target) {
      const sound = ['-map', '0:a:0', '-vn', '-ac', '1', '-ar', '48000']
      const opus = ['-c:a', 'libopus', '-b:a', '32k', '-application', 'voip', '-map_metadata', '-1']
      await inTurn(['-i', path, ...sound, ...opus, '-t', '3600', '-f', 'ogg', '-y', target], TIMEOUT_MS)
    },
    async makeThumbnail(path, px) {
      const scale = `scale=${px}:${px}:force_original_aspect_ratio=decrease`
      const picture = [
        '-frames:v',
        '1',
        '-vf',
        scale,
        '-c:v',
        'mjpeg',
        '-q:v',
        '6',
        '-f',
        'image2pipe',
        'pipe:1',
      ]
      const jpeg = await inTurn(['-i', path, '-an', ...picture], THUMBNAIL_TIMEOUT_MS)
      if (jpeg.length === 0) throw new Error('ffmpeg found no picture in the file')
      return jpeg
    },
  }
}
