import { readCount, readFlag, readGiven, readNumber, readOptional, readText } from './http-input.ts'
import { accountOf } from './http-people.ts'
import type { Route } from './http-server.ts'
import type { Sandbox } from './sandbox.ts'

/** What the account's owner does with chats and messages at the phone, told to linked devices by app state. */
export function buildMarkRoutes(sandbox: Sandbox): Record<string, Route> {
  return {
    '/phone/mark-chat': async (body) =>
      sandbox.phone(accountOf(body)).markChat(readText(body, 'chat'), {
        ...readGiven(body, { archived: readFlag, pinned: readFlag, unread: readFlag }),
        ...(body.mutedUntilMs === null
          ? { mutedUntilMs: null }
          : readGiven(body, { mutedUntilMs: readNumber })),
      }),
    '/phone/app-state': (body) => ({
      entries: [...sandbox.phone(accountOf(body)).appState(readText(body, 'collection'))].map(
        ([index, value]) => ({ index: JSON.parse(index) as string[], value }),
      ),
    }),
    '/phone/star': (body) =>
      sandbox.phone(accountOf(body)).starMessage(readText(body, 'chat'), {
        id: readText(body, 'id'),
        fromMe: readFlag(body, 'fromMe'),
        ...readGiven(body, { participant: readText }),
        starred: readFlag(body, 'starred'),
      }),
    '/phone/clear-chat': (body) =>
      sandbox
        .phone(accountOf(body))
        .clearChat(readText(body, 'chat'), readOptional(body, 'keepStarred', readFlag)),
    '/phone/delete-chat': (body) => sandbox.phone(accountOf(body)).deleteChat(readText(body, 'chat')),
    '/phone/label': (body) =>
      sandbox.phone(accountOf(body)).editLabel(
        readText(body, 'label'),
        readGiven(body, {
          name: readText,
          colour: readCount,
          deleted: readFlag,
          kind: readCount,
          predefinedId: readCount,
          isActive: readFlag,
          isFixed: readFlag,
        }),
      ),
    '/phone/put-label': (body) =>
      sandbox
        .phone(accountOf(body))
        .putLabel(
          readText(body, 'label'),
          { chat: readText(body, 'chat'), ...readGiven(body, { messageId: readText }) },
          readFlag(body, 'labelled'),
        ),
  }
}
