import type { Address } from '../../../core/addresses.ts'
import { Refusal } from '../../../core/errors.ts'
import type { GroupActEffect, GroupErrorCode } from '../../../core/flow/index.ts'
import { type GroupActs, toInvite, toResults } from '../../groups/index.ts'
import { type EffectRow, SEND_TO_GROUP } from './effect-sql.ts'
import type { EffectOutcome, GroupPort } from './effect-types.ts'

export interface GroupActDeps {
  groups?: GroupPort | undefined
  newId: () => string
  newMessageId: () => string
}

/** How often an act is tried, and how long after the last time, by why it was not done; others are final. */
const AGAIN: Readonly<Record<string, { attempts: number; afterMs: number }>> = {
  // A number that is away for longer than some minutes may be away for days: the run goes on without.
  GROUP_NOT_ASKED: { attempts: 15, afterMs: 0 },
  NETWORK_NOT_ANSWERING: { attempts: 4, afterMs: 0 },
  // Nobody said who has a username.
  CLIENT_NOT_CONNECTED: { attempts: 4, afterMs: 0 },
  GROUP_RATE_LIMITED: { attempts: 4, afterMs: 30_000 },
}

const NOT_THERE = 404

const failed = (code: string): EffectOutcome => ({ kind: 'failed', error: { code, message: code } })

/**
 * One attempt at an act on a group. Each sets what is to be, so it is made again when its answer was lost; a message is stored with
 * its answer, once.
 */
export async function performGroupAct(
  { groups, ...ids }: GroupActDeps,
  effect: GroupActEffect,
  row: EffectRow,
): Promise<EffectOutcome> {
  if (!groups) return failed('ACTS_NOT_DONE_HERE' satisfies GroupErrorCode)
  try {
    return await act(groups, ids, effect, row)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const code = String(error.data?.reason ?? error.code)
    const again = AGAIN[code]
    if (again && row.attempts < again.attempts) return { kind: 'retry', afterMs: again.afterMs }
    return failed(code === 'CLIENT_NOT_CONNECTED' ? 'NETWORK_NOT_ANSWERING' : code)
  }
}

function act(
  groups: GroupPort,
  ids: Omit<GroupActDeps, 'groups'>,
  effect: GroupActEffect,
  row: EffectRow,
): Promise<EffectOutcome> {
  switch (effect.act) {
    case 'send':
      return send(groups, ids, effect, row)
    case 'get_invite':
    case 'renew_invite':
      return invite(groups, effect)
    default:
      return changePeople(groups, effect)
  }
}

type Outcomes = GroupActs['changeMembers']['output']

async function changePeople(
  groups: GroupPort,
  { act: what, ...effect }: GroupActEffect,
): Promise<EffectOutcome> {
  // The node reads them from its texts, and answers its error exit where one is none.
  const group = effect.group as Address
  const people = effect.people as readonly Address[]
  const isDecision = what === 'approve' || what === 'reject'
  const outcomes = isDecision
    ? await groups.act('decideRequests', { group, decision: what, people })
    : await groups.act('changeMembers', { group, change: what as 'add', people })
  const known = what === 'approve' ? await letInBefore(groups, group, outcomes) : outcomes
  const { results } = toResults(known)
  const error = results.map(({ state }) => explain(what, state)).find((code) => code !== null)
  return { kind: 'result', result: { output: { results, ...(error ? { error } : {}) } } }
}

/** Who waits no more and is in the group was let in, by an attempt whose answer was lost or by another admin. */
async function letInBefore(groups: GroupPort, group: Address, outcomes: Outcomes): Promise<Outcomes> {
  if (outcomes.every(({ networkCode }) => networkCode !== NOT_THERE)) return outcomes
  const { members } = await groups.act('find', { group })
  const inside = new Set(members.flatMap(({ person: { phone, lid } }) => [phone, lid]))
  return outcomes.map((outcome) =>
    outcome.networkCode === NOT_THERE && inside.has(outcome.address)
      ? { ...outcome, networkCode: null }
      : outcome,
  )
}

/** Why the act was not done for one of the people; null where it is as it was to be. */
function explain(
  what: GroupActEffect['act'],
  state: ReturnType<typeof toResults>['results'][number]['state'],
) {
  switch (state) {
    case 'done':
    case 'already':
      return null
    case 'unknown':
      return what === 'remove' || what === 'reject' ? null : ('PERSON_UNKNOWN' satisfies GroupErrorCode)
    case 'key_needed':
      return 'KEY_NEEDED' satisfies GroupErrorCode
    case 'invite_only':
      return 'INVITE_ONLY' satisfies GroupErrorCode
    default:
      return 'PERSON_REFUSED' satisfies GroupErrorCode
  }
}

async function invite(groups: GroupPort, { act: what, group }: GroupActEffect): Promise<EffectOutcome> {
  const asked = { group: group as Address, revoke: what === 'renew_invite' }
  return { kind: 'result', result: { output: toInvite(await groups.act('inviteCode', asked)) } }
}

/** Whether the account may write there is looked at first: a message that waits in the outbox tells nobody that it may not. */
async function send(
  groups: GroupPort,
  { newId, newMessageId }: Omit<GroupActDeps, 'groups'>,
  { group, text }: GroupActEffect,
  { clientId }: EffectRow,
): Promise<EffectOutcome> {
  const { role, settings } = await groups.act('find', { group: group as Address })
  if (role === null) return failed('NOT_IN_GROUP' satisfies GroupErrorCode)
  if (settings.send === 'admins' && role === 'member')
    return failed('NOT_GROUP_ADMIN' satisfies GroupErrorCode)
  return {
    kind: 'transacted',
    sends: true,
    async work(tx) {
      const messageId = newMessageId()
      await tx.query(SEND_TO_GROUP, [newId(), clientId, group, messageId, text ?? ''])
      return { result: { output: { messageId } } }
    },
  }
}
