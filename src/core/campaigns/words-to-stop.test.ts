import { expect, it } from 'vitest'
import { STOP_PATTERN } from './words-to-stop.ts'

const pattern = new RegExp(STOP_PATTERN, 'i')

it.each(['STOP', ' stop. ', 'Sair!', 'opt-out', 'Dar de baja', '*PARE*', 'sair 🙏'])(
  '“%s” asks for no more',
  (text) => {
    expect(pattern.test(text)).toBe(true)
  },
)

it.each(['stop by tomorrow', 'não quero sair', 'bus stop', 'cancelar', 'nonstop', ''])(
  '“%s” does not',
  (text) => {
    expect(pattern.test(text)).toBe(false)
  },
)
