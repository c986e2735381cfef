import { meaningOf } from '../refused/network-codes.ts'

const CODES = {
  notTaken: 'it does not take what was given. Check it, then call again',
  notAllowed: 'the account may not do this',
  notFound: 'it knows nothing like that. Check what was named',
  failed: 'it has trouble of its own. Call again in some minutes',
}

/** `what` was refused, such as `this`. */
export function describeNetworkRefusal(what: string, code: number): string {
  const meaning = meaningOf(CODES, code)
  return meaning === null
    ? `The network refused ${what} with its code ${code}.`
    : `The network refused ${what} with its code ${code}: ${meaning}.`
}
