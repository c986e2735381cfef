import { proto } from 'baileys/WAProto/index.js'
import { InputError } from '../protocol/addresses.ts'
import {
  type Body,
  readChoice,
  readCount,
  readFlag,
  readGiven,
  readList,
  readNumber,
  readText,
  readTexts,
} from './http-input.ts'
import { readMediaContent } from './http-media-routes.ts'
import { accountOf, contactOf } from './http-people.ts'
import type { Route } from './http-server.ts'
import type { LocationContent } from './rich-phone.ts'
import type { Sandbox } from './sandbox.ts'

const RESPONSE = readChoice('going', 'not-going', 'maybe')

const readPlace = (body: Body): LocationContent => ({
  latitude: readNumber(body, 'latitude'),
  longitude: readNumber(body, 'longitude'),
  ...readGiven(body, { name: readText, address: readText, live: readFlag }),
})

const readPerson = (body: Body) => ({ name: readText(body, 'name'), number: readText(body, 'number') })

/** A message as the protobuf names its parts. What it does not know is refused, so that no scenario sends nothing. */
function readContent(body: Body): proto.IMessage {
  const { content } = body
  if (typeof content !== 'object' || content === null) throw new InputError('"content" must be an object')
  const unknown = Object.keys(content).find((name) => !(name in proto.Message.prototype))
  if (unknown !== undefined) throw new InputError(`"${unknown}" is no part of a message`)
  return proto.Message.fromObject(content)
}

/** Content beyond texts and files: polls, events, albums, places and cards, all from a contact to an account. */
export function buildContentRoutes(sandbox: Sandbox): Record<string, Route> {
  const sends =
    (send: (contact: ReturnType<typeof contactOf>, to: string, body: Body) => Promise<string>): Route =>
    async (body) => ({ id: await send(contactOf(sandbox, body), accountOf(body), body) })
  return {
    '/poll': sends((contact, to, body) => {
      const options = readTexts(body, 'options')
      if (options.length < 2) throw new InputError('"options" must be at least two texts')
      const poll = {
        name: readText(body, 'question'),
        options,
        ...readGiven(body, { selectable: readCount }),
      }
      return contact.poll(to, poll)
    }),
    '/vote': sends((contact, to, body) => contact.vote(to, readText(body, 'id'), readTexts(body, 'options'))),
    '/event': sends((contact, to, body) =>
      contact.event(to, {
        name: readText(body, 'title'),
        startS: readCount(body, 'startS'),
        ...readGiven(body, { description: readText, endS: readCount }),
      }),
    ),
    '/respond': sends((contact, to, body) =>
      contact.respond(to, readText(body, 'id'), RESPONSE(body, 'answer')),
    ),
    '/location': sends((contact, to, body) => contact.sendLocation(to, readPlace(body))),
    '/card': sends((contact, to, body) => contact.sendContacts(to, readList(body, 'people').map(readPerson))),
    '/disappearing': sends((contact, to, body) => contact.setDisappearing(to, readCount(body, 'seconds'))),
    '/content': sends((contact, to, body) => contact.send(to, readContent(body))),
    '/album': (body) =>
      contactOf(sandbox, body).sendAlbum(accountOf(body), readList(body, 'files').map(readMediaContent)),
  }
}
