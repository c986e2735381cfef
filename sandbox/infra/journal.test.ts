import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { committed, createFileJournal } from './journal.ts'

let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'journal-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const open = () => createFileJournal(dataDir, () => {})

test('rows are read back in the order of their keys, and the last change of a row wins', async () => {
  const journal = open()
  journal.put('kind', '2', () => 'second')
  journal.put('kind', '1', () => 'first')
  journal.put('kind', '3', () => 'gone')
  journal.delete('kind', '3')
  journal.put('other', '1', () => Buffer.from([1, 2]))
  await committed(journal)
  journal.close()
  const again = open()
  expect(again.load('kind').map(({ key, text }) => [key, text])).toEqual([
    ['1', 'first'],
    ['2', 'second'],
  ])
  expect([...again.load('other')[0]!.bytes]).toEqual([1, 2])
  again.close()
})

test('a callback comes after the rows recorded before it, with the value they had by then', async () => {
  const journal = open()
  let value = 'old'
  journal.put('kind', 'row', () => value)
  value = 'new'
  const order: string[] = []
  journal.afterCommit(() => order.push(journal.load('kind')[0]!.text))
  await committed(journal)
  expect(order).toEqual(['new'])
  journal.close()
})

test('closing writes what was not written yet', () => {
  const journal = open()
  journal.put('kind', 'row', () => 'late')
  journal.close()
  const again = open()
  expect(again.load('kind')).toHaveLength(1)
  again.close()
})

test('a batch that cannot be written is not acknowledged and not half written', async () => {
  const lines: string[] = []
  const journal = createFileJournal(dataDir, (line) => lines.push(line))
  journal.put('kind', 'good', () => 'good')
  journal.put('kind', 'bad', () => {
    throw new Error('no value')
  })
  let isAcknowledged = false
  journal.afterCommit(() => {
    isAcknowledged = true
  })
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  expect(isAcknowledged).toBe(false)
  expect(journal.load('kind')).toEqual([])
  expect(lines[0]).toContain('trying again')
  journal.put('kind', 'bad', () => 'better')
  journal.close()
  const again = open()
  expect(again.load('kind')).toHaveLength(2)
  again.close()
})
