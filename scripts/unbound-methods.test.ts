import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findUnboundMethods } from './unbound-methods.ts'

const CLASSES = `
export interface Port { send(text: string): void; close(): void }
export class Line implements Port {
  #sent = 0
  send(text: string): void { this.#sent += this.#measure(text) }
  close(): void {}
  #measure(text: string): number { return text.length * Number(this.#sent > 0) }
  static open(): Line { return new this() }
  all = ['a'].map(this.#measure)
  each = ['a'].map((text) => this.#measure(text))
  bound = this.#measure.bind(this)
}
`

/** What a line does with a method, and the method that is taken unbound; null for none. */
const USES: readonly [line: string, taken: string | null][] = [
  ['texts.forEach(line.send)', 'send'],
  ['const handlers = { onText: line.send }', 'send'],
  ['const { send } = line', 'send'],
  ['const { send: other } = line', 'send'],
  ['function use({ send: given }: Port): void {}', 'send'],
  ['const forward = (port: Pick<Port, "send">) => texts.forEach(port.send)', 'send'],
  ['const picked = line.send ?? null', 'send'],
  ['class Far extends Line { repeat(): void { texts.forEach(this.send) } }', 'send'],
  ['for (const one of lines) texts.forEach(one.send)', 'send'],
  ['texts.forEach((text) => line.send(text))', null],
  ['line.send?.("x")', null],
  ['if (line.send) line.send("y")', null],
  ['texts.forEach(line.send.bind(line))', null],
  // It has no use for its object.
  ['const end = line.close', null],
  ['const open = Line.open', null],
  ['const { length } = texts', null],
]

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-unbound-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('a method that uses its object and is taken from it without being called is found, whatever its object is known as', () => {
  const head = [
    'import { Line, type Port } from "./classes.ts"',
    'const line = new Line(); const lines = [line]; const texts = ["a"]',
  ]
  const classes = write('classes.ts', CLASSES)
  const uses = write('uses.ts', [...head, ...USES.map(([line]) => `{ ${line} }`)].join('\n'))
  const found = findUnboundMethods([classes, uses])
  const expected = USES.flatMap(([, name], index) => (name ? [{ path: uses, line: index + 3, name }] : []))
  expect(found).toEqual([{ path: classes, line: 9, name: '#measure' }, ...expected])
})
