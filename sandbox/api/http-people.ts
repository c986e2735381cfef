import type { Contact } from './contact.ts'
import { type Body, readChoice, readCount, readOptional, readText } from './http-input.ts'
import type { Sandbox } from './sandbox.ts'

const ADDRESSING = readChoice('pn', 'lid')

/** The contact a request is about, made when it is new, at its phone unless a device is named. */
export function contactOf(sandbox: Sandbox, body: Body): Contact {
  // Somebody may have given themselves no name.
  const name = body.name === '' ? '' : readOptional(body, 'name', readText)
  const addressing = readOptional(body, 'addressing', ADDRESSING)
  const contact = sandbox.contact(readText(body, 'contact'), {
    ...(name === undefined ? {} : { name }),
    ...(addressing === undefined ? {} : { addressing }),
  })
  const device = readOptional(body, 'device', readCount)
  return device === undefined ? contact : contact.at(device)
}

/** The account a request is about. */
export const accountOf = (body: Body): string => readText(body, 'account')
