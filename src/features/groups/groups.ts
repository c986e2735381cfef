import type { Bus } from '../../bus/port.ts'
import type { CallContext, Handlers } from '../../contract/handlers.ts'
import { type Address, isLid, isPhoneAddress, toPhoneNumber, usernameIn } from '../../core/addresses.ts'
import { refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import type { GroupMember, MemberChange, MemberOutcome } from '../../network/port.ts'
import { AskAccount } from '../account-acts/index.ts'
import { runOnce } from '../idempotency/index.ts'
import type { PictureMaker } from '../media/index.ts'
import { withPictures } from '../pictures/index.ts'
import {
  GROUP_COMMAND,
  type GroupAct,
  type GroupActs,
  type NamedOutcome,
  type SeenGroup,
} from './commands.ts'

type GroupHandlers = Handlers['groups']
type Results = Awaited<ReturnType<GroupHandlers['addMembers']>>['results']

const INVITE_PREFIX = 'https://chat.whatsapp.com/'

export const toInvite = (code: string): { code: string; url: string } => ({
  code,
  url: `${INVITE_PREFIX}${code}`,
})

export interface GroupDeps {
  db: Database
  bus: Bus
  newId(): string
  newMessageId(): string
  makePicture: PictureMaker
}

const toTime = (sec: number): string | null => (sec > 0 ? new Date(sec * 1000).toISOString() : null)

const toPerson = ({ person: { phone, lid }, username }: Pick<GroupMember, 'person' | 'username'>) => ({
  jid: phone ?? lid ?? '',
  phoneNumber: phone === null ? null : toPhoneNumber(phone),
  lid,
  username,
})

function toSummary({ members: _, creator, createdSec, ...group }: SeenGroup) {
  return { ...group, creatorJid: creator.phone ?? creator.lid, createdAt: toTime(createdSec) }
}

const toGroup = (group: SeenGroup) => ({
  ...toSummary(group),
  members: group.members.map((member) => ({ ...toPerson(member), role: member.role })),
})

/** Codes of whatsmeow's `GroupParticipant.Error`, with an `add_request` for 403 where somebody wants to be asked. */
const STATES: Readonly<Record<number, Results[number]['state']>> = { 404: 'unknown', 409: 'already' }

const toState = (networkCode: number | null, invite: MemberOutcome['invite']): Results[number]['state'] =>
  networkCode === null ? 'done' : invite ? 'invite_only' : (STATES[networkCode] ?? 'refused')

/** What became of people, as operations on groups answer it. */
export const toResults = (outcomes: readonly NamedOutcome[]): { results: Results } => ({
  results: outcomes.map(({ address, networkCode, invite, isKeyNeeded }) => ({
    jid: address,
    state: isKeyNeeded ? 'key_needed' : toState(networkCode, invite),
    // Of whom nobody was asked the network says nothing.
    networkCode: isKeyNeeded ? null : networkCode,
    invite: invite ? { code: invite.code, expiresAt: toTime(invite.expiresSec) } : null,
  })),
})

/** Throws for what is nobody who could be in a group. */
function requirePeople(path: string, people: readonly Address[]): readonly Address[] {
  const isPerson = (given: Address) => isPhoneAddress(given) || isLid(given) || usernameIn(given) !== null
  const other = people.find((given) => !isPerson(given))
  if (other !== undefined) throw refusal('BAD_REQUEST', 'NOT_A_PERSON', { given: other }, { path })
  return people
}

/** Groups of clients, as the network has them: nothing of them is kept here. */
export class Groups {
  readonly handlers: GroupHandlers
  readonly #deps: GroupDeps
  readonly #owner: AskAccount<GroupActs>

  constructor(deps: GroupDeps) {
    this.#deps = deps
    this.#owner = new AskAccount(deps, GROUP_COMMAND, 'GROUP_NOT_ASKED')
    const change =
      (how: MemberChange): GroupHandlers['addMembers'] =>
      ({ clientId, groupJid, members }) =>
        this.#changeMembers(clientId, groupJid, how, members)
    this.handlers = {
      list: async ({ clientId }) => {
        const groups = await this.#owner.ask(clientId, 'list', {})
        return { groups: await withPictures(deps.db, clientId, groups.map(toSummary)) }
      },
      get: async ({ clientId, groupJid }) => {
        const group = toGroup(await this.#owner.ask(clientId, 'find', { group: groupJid }))
        const [shown] = await withPictures(deps.db, clientId, [group])
        return shown ?? { ...group, picture: null }
      },
      create: (input, ctx) => this.#create(input, ctx),
      leave: async ({ clientId, groupJid }) => this.#do(clientId, 'leave', { group: groupJid }),
      addMembers: change('add'),
      removeMembers: change('remove'),
      promoteMembers: change('promote'),
      demoteMembers: change('demote'),
      update: ({ clientId, groupJid, subject, description, ...settings }) =>
        this.#do(clientId, 'update', { group: groupJid, changes: { subject, description, settings } }),
      setPicture: async ({ clientId, groupJid, picture }) => {
        const jpeg = picture && (await deps.makePicture(picture))
        return this.#do(clientId, 'setPicture', { group: groupJid, jpeg })
      },
      getInvite: ({ clientId, groupJid }) => this.#invite(clientId, groupJid, false),
      revokeInvite: ({ clientId, groupJid }) => this.#invite(clientId, groupJid, true),
      previewInvite: async ({ clientId, invite }) =>
        toSummary(await this.#owner.ask(clientId, 'findByInvite', { code: invite })),
      join: async ({ clientId, invite }) => {
        const { group, isRequested } = await this.#owner.ask(clientId, 'join', { code: invite })
        return { jid: group, state: isRequested ? 'requested' : 'joined' }
      },
      listRequests: async ({ clientId, groupJid }) => {
        const requests = await this.#owner.ask(clientId, 'requests', { group: groupJid })
        return {
          requests: requests.map((request) => ({
            ...toPerson(request),
            requestedAt: toTime(request.atSec),
          })),
        }
      },
      approveRequests: (input) => this.#decide(input, 'approve'),
      rejectRequests: (input) => this.#decide(input, 'reject'),
    }
  }

  #create(input: Parameters<GroupHandlers['create']>[0], ctx: CallContext) {
    const { clientId, subject, members, idempotencyKey } = input
    const people = requirePeople('members', members)
    const request = {
      userId: ctx.principal.userId,
      key: ctx.idempotencyKey ?? idempotencyKey,
      operation: 'groups.create',
      body: input,
    }
    return runOnce(this.#deps, request, async (key, repeat) => {
      const made = await this.#owner.ask(clientId, 'create', { subject, people, key, repeat })
      return { response: { group: toGroup(made.group), ...toResults(made.outcomes) }, final: true }
    })
  }

  async #changeMembers(clientId: string, group: Address, change: MemberChange, members: readonly Address[]) {
    const people = requirePeople('members', members)
    return toResults(await this.#owner.ask(clientId, 'changeMembers', { group, change, people }))
  }

  async #decide(
    { clientId, groupJid, people }: Parameters<GroupHandlers['approveRequests']>[0],
    decision: 'approve' | 'reject',
  ) {
    const input = { group: groupJid, decision, people: requirePeople('people', people) }
    return toResults(await this.#owner.ask(clientId, 'decideRequests', input))
  }

  async #invite(clientId: string, group: Address, revoke: boolean) {
    return toInvite(await this.#owner.ask(clientId, 'inviteCode', { group, revoke }))
  }

  async #do<A extends GroupAct>(clientId: string, act: A, input: GroupActs[A]['input']) {
    await this.#owner.ask(clientId, act, input)
    return { success: true } as const
  }
}
