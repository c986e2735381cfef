import { describe, expect, test } from 'vitest'
import { parseExchange, readCases, validateFlow } from '../../../core/flow/index.ts'
import { runCase } from '../../../core/flow/simulate/run-case.ts'
import { start as en } from '../../i18n/en/data/start.ts'
import { start as es } from '../../i18n/es/data/start.ts'
import { start as pt } from '../../i18n/pt/data/start.ts'
import { BUSINESSES } from './businesses.ts'
import { buildStartFlow, type StartAnswers } from './start-flow.ts'
import { describeHours, FIRST_HOURS, findHoursProblem } from './start-hours.ts'

const PLACES = {
  en: { timezone: 'Europe/London', tag: 'en' },
  pt: { timezone: 'America/Sao_Paulo', tag: 'pt-BR' },
  es: { timezone: 'America/Mexico_City', tag: 'es' },
}
const LANGUAGES = [
  ['en', en],
  ['pt', pt],
  ['es', es],
] as const

function play(flow: object): { findings: object[]; failures: object[]; cases: number } {
  const read = parseExchange(flow)
  if (!read.ok) throw new Error(read.message)
  const { errors, warnings } = validateFlow(read.flow.definition)
  const cases = readCases(JSON.stringify(flow), 'flow.json')
  const failures = cases.flatMap(({ result }): object[] =>
    result.ok ? runCase(result.value).failures : [result],
  )
  return { findings: [...errors, ...warnings], failures, cases: cases.length }
}

describe.each(LANGUAGES)('a first flow in %s', (language, words) => {
  const place = PLACES[language]

  test.each(BUSINESSES)('for %s can be published, and its cases pass', (business) => {
    const [first = ''] = Object.keys(words.businesses[business].topics)
    const answers: StartAnswers = { business, name: 'Corner', hours: FIRST_HOURS, forPeople: [first] }
    expect(play(buildStartFlow(words, answers, place))).toEqual({ findings: [], failures: [], cases: 3 })
  })

  test('leaves all to people where everything is for them, at any hour', () => {
    const forPeople = Object.keys(words.businesses.shop.topics)
    const answers: StartAnswers = { business: 'shop', name: 'Corner', hours: null, forPeople }
    expect(play(buildStartFlow(words, answers, place))).toEqual({ findings: [], failures: [], cases: 1 })
  })
})

test('texts may be changed without a case failing, as they hold the flow to its ways', () => {
  const answers: StartAnswers = { business: 'salon', name: 'Corner', hours: FIRST_HOURS, forPeople: [] }
  const flow = buildStartFlow(en, answers, PLACES.en)
  const changed = JSON.parse(JSON.stringify(flow).replaceAll('How can we help?', 'What is it?')) as object
  expect(play(changed).failures).toEqual([])
})

test('what would be a formula in a name is no more than a name', () => {
  const answers: StartAnswers = {
    business: 'shop',
    name: ' {{ 1 | plus: 1 }}  Café ',
    hours: null,
    forPeople: [],
  }
  const flow = buildStartFlow(en, answers, PLACES.en)
  expect(flow.name).toBe('1 | plus: 1 Café')
  expect(play(flow).findings).toEqual([])
})

test('hours are told by their first and last day where several follow each other', () => {
  const tell = (days: typeof FIRST_HOURS.days) => describeHours({ ...FIRST_HOURS, days }, 'en', en.flow)
  expect(tell(FIRST_HOURS.days)).toBe('We are open Monday to Friday, from 09:00 to 18:00.')
  expect(tell(['sun', 'mon', 'wed', 'tue', 'sat'])).toBe(
    'We are open Monday to Wednesday, Saturday and Sunday, from 09:00 to 18:00.',
  )
  expect(describeHours(FIRST_HOURS, 'pt-BR', pt.flow)).toBe(
    'Abrimos de segunda-feira a sexta-feira, das 09:00 às 18:00.',
  )
})

test('hours that cannot be are said', () => {
  expect(findHoursProblem(FIRST_HOURS)).toBeNull()
  expect(findHoursProblem({ ...FIRST_HOURS, days: [] })).toBe('noDay')
  expect(findHoursProblem({ ...FIRST_HOURS, from: '18:00' })).toBe('endsFirst')
})
