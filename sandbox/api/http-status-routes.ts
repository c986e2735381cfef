import { type Body, readChoice, readFlag, readOptional, readText, readTexts } from './http-input.ts'
import { accountOf, contactOf } from './http-people.ts'
import type { Route } from './http-server.ts'
import type { Sandbox } from './sandbox.ts'

const PRIVACY = readChoice('contacts', 'blacklist', 'whitelist')

/** Statuses: posting and taking them back, seeing, liking and answering them, and who of an account's contacts gets its own. */
export function buildStatusRoutes(sandbox: Sandbox): Record<string, Route> {
  const phoneOf = (body: Body) =>
    body.contact === undefined ? sandbox.phone(accountOf(body)) : contactOf(sandbox, body)
  return {
    '/status/post': async (body) => ({
      id: await phoneOf(body).statuses.post(readText(body, 'text'), readTexts(body, 'to')),
    }),
    '/status/take-back': async (body) => ({
      id: await phoneOf(body).statuses.takeBack(readText(body, 'id'), readTexts(body, 'to')),
    }),
    '/status/see': async (body) => phoneOf(body).statuses.see(readTexts(body, 'ids')),
    '/status/like': async (body) => ({
      id: await phoneOf(body).statuses.like(
        readText(body, 'id'),
        readOptional(body, 'emoji', readText) ?? '',
      ),
    }),
    '/status/answer': async (body) => {
      const phone = phoneOf(body)
      const { to, content } = phone.statuses.answerTo(readText(body, 'id'), readText(body, 'text'))
      return { id: await phone.send(to, content) }
    },
    '/statuses': (body) => ({ statuses: phoneOf(body).statuses.shown }),
    '/phone/status-privacy': async (body) =>
      sandbox
        .phone(accountOf(body))
        .setStatusPrivacy(PRIVACY(body, 'type'), readOptional(body, 'numbers', readTexts) ?? []),
    '/phone/mute-statuses': async (body) =>
      sandbox.phone(accountOf(body)).muteStatuses(readText(body, 'number'), readFlag(body, 'muted')),
  }
}
