import { meaningOf } from '../refused/network-codes.ts'

const CODES = {
  notTaken: 'ela não aceita o que foi informado. Confira e tente de novo',
  notAllowed: 'esta conta não pode fazer isso',
  notFound: 'ela não conhece nada assim. Confira o que foi informado',
  failed: 'a falha foi dela mesma. Tente de novo em alguns minutos',
}

/** `what` está antes do código, como `A rede recusou`. */
export function describeNetworkRefusal(what: string, code: number): string {
  const meaning = meaningOf(CODES, code)
  return meaning === null ? `${what} com o código ${code}.` : `${what} com o código ${code}: ${meaning}.`
}
