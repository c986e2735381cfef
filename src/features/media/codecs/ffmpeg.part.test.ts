import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createFfmpeg } from './ffmpeg.ts'

const directory = mkdtempSync(path.join(tmpdir(), 'parley-ffmpeg-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** A program in the place of ffmpeg; `body` sees its arguments as `args`. */
function pretend(name: string, body: string): string {
  const file = path.join(directory, `${name}.cjs`)
  writeFileSync(file, `#!${process.execPath}\nconst args = process.argv.slice(2)\n${body}\n`, { mode: 0o755 })
  return file
}

test('what the program writes is the picture, and it may open nothing but files', async () => {
  const program = pretend('good', 'process.stdout.write(JSON.stringify(args))')
  const args = JSON.parse((await createFfmpeg(program).makeThumbnail('/in.mp4', 72)).toString())
  expect(args).toEqual(expect.arrayContaining(['-nostdin', '/in.mp4', '-protocol_whitelist', 'file,pipe']))
  expect(args.join(' ')).toContain('scale=72:72')
})

test('a voice note is written where it is asked for', async () => {
  const program = pretend('voice', "require('node:fs').writeFileSync(args.at(-1), args.join(' '))")
  const target = path.join(directory, 'note')
  await createFfmpeg(program).writeVoiceNote('/in.m4a', target)
  expect(readFileSync(target, 'utf8')).toContain('-c:a libopus')
})

test.each([
  ['fails', 'console.error("no such codec"); process.exit(1)', 'no such codec'],
  ['writes without end', 'setInterval(() => process.stdout.write("x".repeat(100000)), 1)', 'SIGKILL'],
  ['writes nothing', '', 'no picture'],
])('a program that %s ends in an error, and the next call goes on', async (name, body, message) => {
  const ffmpeg = createFfmpeg(pretend(name.replaceAll(' ', '-'), body))
  await expect(ffmpeg.makeThumbnail('/in.mp4', 72)).rejects.toThrow(message)
  await expect(ffmpeg.makeThumbnail('/in.mp4', 72)).rejects.toThrow(message)
})

test('a program that is not there is an error of the call', async () => {
  const missing = path.join(directory, 'none')
  expect(existsSync(missing)).toBe(false)
  await expect(createFfmpeg(missing).makeThumbnail('/in.mp4', 72)).rejects.toThrow('ENOENT')
})
