import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  fileOf,
  readConversation,
  readNeeds,
  readTables,
  TEMPLATE_NAMES,
  type TemplateDocument,
} from './templates.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', '..', 'examples', 'flows')
const read = (name: string): TemplateDocument =>
  JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as TemplateDocument

test('each flow of the examples is in the gallery, in each language that it is there in', () => {
  const files = globSync('*.json', { cwd: FOLDER }).map((file) => basename(file, '.json'))
  const shown = TEMPLATE_NAMES.flatMap((name) => ['en', 'pt'].map((language) => fileOf(name, language)))
  expect([...new Set(shown)].sort()).toEqual(files.sort())
  expect(TEMPLATE_NAMES.length).toBeGreaterThanOrEqual(20)
})

test('who reads another language than those of a template gets it in English', () => {
  expect(fileOf('repair-shop', 'es')).toBe('repair-shop')
  expect(fileOf('clinic-bookings', 'pt')).toBe('clinic-bookings')
})

test('a template of two languages is the same flow twice', () => {
  const shapeOf = (file: string) => read(file).nodes.map(({ type }) => type)
  const pairs = TEMPLATE_NAMES.filter((name) => fileOf(name, 'pt') !== name)
  for (const name of pairs) expect(shapeOf(`${name}.pt`)).toEqual(shapeOf(name))
})

test('the conversation is that of the first case, as one contact has it', () => {
  expect(readConversation(read('restaurant-cart')).slice(0, 4)).toEqual([
    { from: 'contact', text: 'Quero fazer um pedido' },
    { from: 'flow', text: 'Olá! Aqui é da Cantina da Praça. 🍕' },
    { from: 'flow', text: expect.stringContaining('O que vai ser hoje?') },
    { from: 'contact', text: '1' },
  ])
})

test('what somebody else writes in a case of several contacts is left out', () => {
  const script = [
    { text: 'mine', jid: 'a', expect: { out: ['for me'] } },
    { text: 'theirs', jid: 'b', expect: { out: ['for them'] } },
    { expect: { out: ['by itself', { type: 'image' }] } },
  ]
  const lines = readConversation({ name: 'x', nodes: [], testCases: [{ title: 't', script }] })
  expect(lines.map(({ text }) => text)).toEqual(['mine', 'for me', 'by itself'])
})

test('a flow without cases shows no conversation', () => {
  expect(readConversation(read('order-status'))).toEqual([])
})

test('what is to be set up is found in the nodes', () => {
  expect(readNeeds(read('shop-payment')).secrets.sort()).toEqual(['pay', 'pay_hook'])
  expect(readNeeds(read('support-desk'))).toEqual({ secrets: ['lumen_api'], needsModel: true })
})

test('rows to begin with keep their weekday and are to come, however long ago the case is', () => {
  const clinic = read('clinic-bookings')
  const startAt = Date.parse(clinic.testCases?.[0]?.startAt ?? '')
  const daysOf = (nowMs: number) =>
    readTables(clinic, nowMs).flatMap(([, { rows = [] }]) => rows.map(({ dia }) => Date.parse(String(dia))))
  const atFirst = daysOf(startAt)
  expect(atFirst.length).toBeGreaterThan(0)
  const later = startAt + 100 * 86_400_000
  const weeks = daysOf(later).map((day, place) => (day - (atFirst[place] ?? 0)) / (7 * 86_400_000))
  expect(new Set(weeks)).toEqual(new Set([15]))
  expect(readTables(clinic, later).map(([name]) => name)).toEqual(['horarios', 'consultas'])
})
