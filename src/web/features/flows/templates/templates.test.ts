import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  fileOf,
  isInManyLanguages,
  readConversation,
  readNeeds,
  readTables,
  TEMPLATE_NAMES,
  type TemplateDocument,
} from './templates.ts'

const FOLDER = join(import.meta.dirname, '..', '..', '..', '..', '..', 'examples', 'flows')
const read = (name: string): TemplateDocument =>
  JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8')) as TemplateDocument

const LANGUAGES = ['en', 'pt', 'es']

test('each flow of the examples is in the gallery, in each language of the dashboard', () => {
  const files = globSync('*.json', { cwd: FOLDER }).map((file) => basename(file, '.json'))
  const shown = TEMPLATE_NAMES.flatMap((name) => LANGUAGES.map((language) => fileOf(name, language)))
  expect([...new Set(shown)].sort()).toEqual(files.sort())
  expect(TEMPLATE_NAMES.length).toBeGreaterThanOrEqual(20)
})

test('a reader gets a template in their language, or the one that speaks several', () => {
  expect(LANGUAGES.map((language) => fileOf('repair-shop', language))).toEqual([
    'repair-shop',
    'repair-shop.pt',
    'repair-shop.es',
  ])
  expect(LANGUAGES.map((language) => fileOf('clinic-bookings', language))).toEqual([
    'clinic-bookings.en',
    'clinic-bookings',
    'clinic-bookings.es',
  ])
  expect(fileOf('languages-menu', 'es')).toBe('languages-menu')
})

test('a template is the same flow in all its languages', () => {
  const shapeOf = (file: string) => {
    const { nodes, testCases = [] } = read(file)
    return { types: nodes.map(({ type }) => type), steps: testCases.map(({ script }) => script.length) }
  }
  for (const name of TEMPLATE_NAMES)
    for (const language of LANGUAGES) expect(shapeOf(fileOf(name, language))).toEqual(shapeOf(name))
})

/** Words that stand in one language only, of menus that every template has. */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  en: /\b(não|você|obrigado|desculpe|usted|gracias|perdón|dirección)\b/i,
  pt: /\b(sorry|please|thank you|gracias|perdón|tú|escribe)\b/i,
  es: /\b(sorry|please|thank you|não|você|obrigado|desculpe)\b/i,
}

test.each(LANGUAGES)('nothing of another language is left in what a contact reads in %s', (language) => {
  const found = TEMPLATE_NAMES.filter((name) => !isInManyLanguages(name)).flatMap((name) => {
    const file = fileOf(name, language)
    const { testCases = [] } = read(file)
    const said = testCases.flatMap(({ script }) => script.flatMap(({ expect: { out = [] } = {} }) => out))
    return said
      .filter((text) => typeof text === 'string' && FOREIGN[language]?.test(text))
      .map((text) => [file, text])
  })
  expect(found).toEqual([])
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
  expect(readConversation({ name: 'x', nodes: [] })).toEqual([])
})

test('each template has a conversation to watch', () => {
  for (const name of TEMPLATE_NAMES) expect(readConversation(read(name)).length).toBeGreaterThan(3)
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
