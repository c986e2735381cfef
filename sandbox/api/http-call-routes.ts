import { InputError } from '../protocol/addresses.ts'
import { type Body, readChoice, readFlag, readGiven, readOptional, readText } from './http-input.ts'
import { accountOf, contactOf } from './http-people.ts'
import type { Route } from './http-server.ts'
import type { Sandbox } from './sandbox.ts'

const HOW = readChoice('answered', 'rejected')

/** Calls: beginning, giving up and listing them, and taking them on an account's phone. */
export function buildCallRoutes(sandbox: Sandbox): Record<string, Route> {
  const find = (body: Body) => {
    const call = sandbox.call(readText(body, 'id'))
    if (call === undefined) throw new InputError('there is no call of this id')
    return call
  }
  return {
    '/call': async (body) => {
      const options = readGiven(body, { video: readFlag, group: readText })
      return { id: (await contactOf(sandbox, body).call(accountOf(body), options)).id }
    },
    '/call/end': async (body) => find(body).hangUp(readOptional(body, 'timeout', readFlag)),
    '/calls': () => ({ calls: sandbox.calls() }),
    '/phone/call': async (body) =>
      sandbox.phone(accountOf(body)).takeCall(readText(body, 'id'), readOptional(body, 'how', HOW)),
  }
}
