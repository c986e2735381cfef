import { AT } from './answered-resources.ts'
import { EXAMPLE_IDS, EXAMPLE_JID } from './ids.ts'

const { clientId, flowId, flowStateId, userId, otherId } = EXAMPLE_IDS
const success = { success: true }

const workspace = {
  id: otherId,
  name: 'Flower shop',
  plan: 'pro',
  role: 'owner',
  clientIds: null,
  members: 2,
  isActive: true,
}

const member = {
  userId,
  name: 'Ben',
  email: 'ben@example.org',
  role: 'agent',
  clientIds: [clientId],
  since: AT,
  awaySince: null,
}

const invitation = {
  id: otherId,
  email: 'ben@example.org',
  role: 'agent',
  clientIds: [clientId],
  invitedBy: 'Ana',
  createdAt: AT,
  expiresAt: '2026-01-08T12:00:00.000Z',
}

const overview = {
  days: [{ day: '2026-01-01', received: 31, byFlows: 44, byPeople: 12, byKeys: 3, newContacts: 5 }],
  waiting: { count: 2, oldest: { clientId, jid: EXAMPLE_JID, contactName: 'Ana', since: AT } },
  unread: 4,
  failedRuns: {
    count: 1,
    newest: [
      {
        ...{ flowStateId, flowId, flowName: 'Orders', clientId },
        ...{ contactJid: EXAMPLE_JID, contactName: 'Ana', failedAt: AT },
      },
    ],
  },
  setup: {
    ...{ numbers: 1, connected: 1, hasFlow: true, isAnswering: true },
    ...{ hasConversation: true, members: 2 },
  },
}

export const WORKSPACE_ANSWERS = {
  'workspaces.list': [workspace],
  'workspaces.get': workspace,
  'workspaces.update': workspace,
  'workspaces.create': { ...workspace, name: 'Second shop' },
  'workspaces.enter': success,
  'workspaces.join': { ...workspace, role: 'agent', clientIds: [clientId] },
  'workspaces.delete': success,
  'workspaces.overview': overview,
  'workspaces.members.list': [{ ...member, role: 'owner', clientIds: null }, member],
  'workspaces.members.update': member,
  'workspaces.members.remove': success,
  'workspaces.members.setAway': { ...member, awaySince: AT },
  'workspaces.members.leave': success,
  'workspaces.invitations.list': [invitation],
  'workspaces.invitations.create': { ...invitation, path: '/invitation#SHOWN_ONCE' },
  'workspaces.invitations.revoke': success,
}
