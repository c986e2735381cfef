import type { Group } from './group.ts'
import {
  type Body,
  readChoice,
  readCount,
  readFlag,
  readGiven,
  readOptional,
  readText,
  readTexts,
} from './http-input.ts'
import type { Route } from './http-server.ts'
import type { Sandbox } from './sandbox.ts'

const ADDRESSING = readChoice('pn', 'lid')

const describeGroup = ({ jid, subject, description, inviteCode, participants }: Group) => ({
  jid,
  subject,
  description,
  inviteCode,
  participants,
})

async function changeGroup(group: Group, body: Body): Promise<object> {
  const by = readOptional(body, 'by', readText)
  for (const change of ['add', 'remove', 'promote', 'demote'] as const) {
    const numbers = readOptional(body, change, readTexts)
    if (numbers !== undefined) await group[change](numbers, by)
  }
  const subject = readOptional(body, 'subject', readText)
  if (subject !== undefined) await group.setSubject(subject, by)
  const description = readOptional(body, 'description', readText)
  if (description !== undefined) await group.setDescription(description, by)
  await group.setSettings(
    readGiven(body, { announce: readFlag, locked: readFlag, expirationS: readCount }),
    by,
  )
  return describeGroup(group)
}

/** Groups: making, changing and listing them. */
export function buildGroupRoutes(sandbox: Sandbox): Record<string, Route> {
  return {
    '/group/create': (body) =>
      describeGroup(
        sandbox.group({
          subject: readText(body, 'subject'),
          participants: readTexts(body, 'participants'),
          ...readGiven(body, { creator: readText, addressing: ADDRESSING }),
        }),
      ),
    '/group/change': (body) => changeGroup(sandbox.findGroup(readText(body, 'group')), body),
    '/groups': () => ({ groups: sandbox.groups().map(describeGroup) }),
  }
}
