import { meaningOf } from '../refused/network-codes.ts'

const CODES = {
  notTaken: 'no acepta lo que se indicó. Compruébalo e inténtalo de nuevo',
  notAllowed: 'esta cuenta no puede hacer esto',
  notFound: 'no conoce nada así. Comprueba lo que se indicó',
  failed: 'el fallo fue suyo. Inténtalo de nuevo en unos minutos',
}

/** `what` está antes del código, como `La red lo rechazó`. */
export function describeNetworkRefusal(what: string, code: number): string {
  const meaning = meaningOf(CODES, code)
  return meaning === null ? `${what} con su código ${code}.` : `${what} con su código ${code}: ${meaning}.`
}
