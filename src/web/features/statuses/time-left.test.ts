import { expect, it } from 'vitest'
import { statuses as en } from '../../i18n/en/clients/statuses.ts'
import { statuses as es } from '../../i18n/es/clients/statuses.ts'
import { statuses as pt } from '../../i18n/pt/clients/statuses.ts'

it('the time that is left is one or many in each language', () => {
  const left = (hours: number, minutes: number) => [en, es, pt].map(({ own }) => own.left(hours, minutes))
  expect(left(23, 5)).toEqual(['23 h left', 'Quedan 23 h', 'Faltam 23 h'])
  expect(left(1, 59)).toEqual(['1 h left', 'Queda 1 h', 'Falta 1 h'])
  expect(left(0, 2)).toEqual(['2 min left', 'Quedan 2 min', 'Faltam 2 min'])
  expect(left(0, 0)).toEqual(['1 min left', 'Queda 1 min', 'Falta 1 min'])
})
