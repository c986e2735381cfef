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

const ADD_MODE = readChoice('admin_add', 'all_member_add')

const describeGroup = ({ jid, subject, description, inviteCode, participants, requests }: Group) => ({
  jid,
  subject,
  description,
  inviteCode,
  participants,
  requests,
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
    readGiven(body, {
      announce: readFlag,
      locked: readFlag,
      memberAddMode: ADD_MODE,
      approval: readFlag,
      expirationS: readCount,
    }),
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
    '/group/join': async (body) => {
      const group = sandbox.findGroup(readText(body, 'group'))
      const state = await group.join(readText(body, 'number'))
      return { ...describeGroup(group), state }
    },
    '/group/withdraw': async (body) => {
      const group = sandbox.findGroup(readText(body, 'group'))
      await group.withdraw(readText(body, 'number'))
      return describeGroup(group)
    },
    '/groups': () => ({ groups: sandbox.groups().map(describeGroup) }),
  }
}
