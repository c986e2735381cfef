import { type Address, isPhoneAddress, toPhoneNumber, usernameIn } from '../../core/addresses.ts'
import { Refusal, refusal, toRefusal } from '../../core/errors.ts'
import type {
  GroupAnswer,
  GroupInfo,
  GroupRole,
  GroupSettings,
  MemberOutcome,
  NetworkConnection,
  PersonAddresses,
  UsernameSearch,
} from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import type {
  GroupAct,
  GroupActs,
  GroupChanges,
  GroupCommand,
  NamedOutcome,
  SeenGroup,
  SettingChanges,
} from './commands.ts'
import { refuseAct, refuseAny, refuseInvite, refuseLook, refusePicture } from './refuse.ts'

/** What a command of another process finds at the owner. */
export interface OwnedAccount {
  client: { id: string; address: string | null; lid: string | null }
  connection(): NetworkConnection | null
}

/** The code of the network for somebody who is not there. */
const NOT_FOUND = 404
/** A creation that was not answered is looked for among groups that are younger than its idempotency key lives. */
const CREATED_WITHIN_SEC = 24 * 3600

const SETTINGS = [
  'send',
  'edit',
  'add',
  'approval',
  'expirationSec',
] as const satisfies (keyof GroupSettings)[]

type Performers = {
  [A in GroupAct]: (acting: Acting, input: GroupActs[A]['input']) => Promise<GroupActs[A]['output']>
}

/** One act of one account. */
class Acting {
  readonly groups: NetworkConnection['groups']
  readonly #connection: NetworkConnection
  readonly #client: OwnedAccount['client']
  readonly #findUsername: FindUsername

  constructor(connection: NetworkConnection, client: OwnedAccount['client'], findUsername: FindUsername) {
    this.groups = connection.groups
    this.#connection = connection
    this.#client = client
    this.#findUsername = findUsername
  }

  isAccount({ phone, lid }: PersonAddresses): boolean {
    const { address, lid: own } = this.#client
    return (phone !== null && phone === address) || (lid !== null && lid === own)
  }

  roleIn({ members }: Pick<GroupInfo, 'members'>): GroupRole | null {
    return members.find(({ person }) => this.isAccount(person))?.role ?? null
  }

  see(group: GroupInfo): SeenGroup {
    return { ...group, role: this.roleIn(group) }
  }

  /** What the network answered to an act on a group; throws why it refused. */
  async require<T>(group: Address, answer: GroupAnswer<T>): Promise<T> {
    if (answer.kind === 'answered') return answer.value
    throw await refuseAct(this.groups, group, answer.networkCode, (info) => this.roleIn(info))
  }

  /**
   * Under which addresses the network knows these people: for some countries a number is registered in another form. With a code
   * in place of the address for who is not there, and for who is found by a username with its key alone.
   */
  async findPeople(people: readonly Address[]): Promise<Found[]> {
    const named = await this.findNamed(people)
    const numbers = people.flatMap((address) => toPhoneNumber(address) ?? [])
    const checks = numbers.length > 0 ? await this.#connection.checkNumbers(numbers) : []
    const known = new Map(checks.map(({ phoneNumber, address }) => [phoneNumber, address]))
    return named.map((found) =>
      typeof found === 'string' && isPhoneAddress(found)
        ? (known.get(toPhoneNumber(found) ?? '') ?? NOT_FOUND)
        : found,
    )
  }

  /** The same, where addresses are taken as they are. */
  async findNamed(people: readonly Address[]): Promise<Found[]> {
    const found: Found[] = []
    for (const person of people) found.push(await this.#find(person))
    return found
  }

  async #find(person: Address): Promise<Found> {
    const username = usernameIn(person)
    if (username === null) return person
    const found = await this.#findUsername(this.#client.id, username, this.#connection)
    if (found.state === 'found') return found.lid
    return found.state === 'unknown' ? NOT_FOUND : 'key_needed'
  }
}

/** Who somebody is at the network, or why they are nobody there. */
type Found = Address | typeof NOT_FOUND | 'key_needed'

const isThere = (found: Found | undefined): found is Address =>
  typeof found === 'string' && found !== 'key_needed'

/** The outcomes of what was asked about those who are there, in the order of all who were given. */
function joinOutcomes(
  given: readonly Address[],
  found: readonly Found[],
  outcomes: readonly MemberOutcome[],
): NamedOutcome[] {
  const known = new Map(outcomes.map((outcome) => [outcome.address, outcome]))
  return given.map((address, i) => {
    const asked = found[i]
    if (asked === 'key_needed') return { address, networkCode: NOT_FOUND, isKeyNeeded: true }
    const outcome = isThere(asked) ? known.get(asked) : undefined
    return outcome ? { ...outcome, address } : { address, networkCode: NOT_FOUND }
  })
}

const present = (found: readonly Found[]): Address[] => [...new Set(found.filter(isThere))]

/** The group that an earlier call made; nothing when it made none. */
async function findCreated(acting: Acting, subject: string): Promise<GroupInfo | undefined> {
  const all = await acting.groups.list()
  if (all.kind === 'refused') throw refuseLook(all.networkCode)
  const since = Math.floor(Date.now() / 1000) - CREATED_WITHIN_SEC
  return all.value.find(
    (group) => group.subject === subject && group.createdSec >= since && acting.isAccount(group.creator),
  )
}

/** Nobody of those who were named is there: why, of the first. */
function refuseNobody([address = '' as Address]: readonly Address[], [found]: readonly Found[]): Refusal {
  const username = usernameIn(address)
  if (username === null) return refusal('UNPROCESSABLE_CONTENT', 'RECIPIENT_NOT_FOUND', { address })
  const reason = found === 'key_needed' ? 'USERNAME_KEY_NEEDED' : 'USERNAME_NOT_FOUND'
  return refusal('UNPROCESSABLE_CONTENT', reason, { username })
}

async function create(
  acting: Acting,
  { subject, people, key, repeat }: GroupActs['create']['input'],
): Promise<GroupActs['create']['output']> {
  const made = repeat ? await findCreated(acting, subject) : undefined
  const found = await acting.findPeople(people)
  if (made) {
    const inside = new Set(made.members.flatMap(({ person }) => [person.phone, person.lid]))
    const outcomes = present(found).map((address) => ({
      address,
      networkCode: inside.has(address) ? null : NOT_FOUND,
    }))
    return { group: acting.see(made), outcomes: joinOutcomes(people, found, outcomes) }
  }
  if (present(found).length === 0) throw refuseNobody(people, found)
  const answer = await acting.groups.create(subject, present(found), key)
  if (answer.kind === 'refused') throw refuseAny(answer.networkCode)
  const { group, members } = answer.value
  return { group: acting.see(group), outcomes: joinOutcomes(people, found, members) }
}

async function changeMembers(
  acting: Acting,
  { group, change, people }: GroupActs['changeMembers']['input'],
): Promise<NamedOutcome[]> {
  // Whoever is in the group is found in it, by either address.
  const found = await (change === 'add' ? acting.findPeople(people) : acting.findNamed(people))
  if (present(found).length === 0) return joinOutcomes(people, found, [])
  const answer = await acting.groups.changeMembers(group, change, present(found))
  return joinOutcomes(people, found, await acting.require(group, answer))
}

const setSetting = <K extends keyof GroupSettings>(
  { groups }: Acting,
  group: Address,
  key: K,
  settings: SettingChanges,
): (() => Promise<GroupAnswer<null>>) | null => {
  const value = settings[key]
  return value === undefined ? null : () => groups.setSetting(group, key, value as GroupSettings[K])
}

/** What is to be done, by the name of what it changes. */
function toSteps(acting: Acting, group: Address, { subject, description, settings }: GroupChanges) {
  const { groups } = acting
  return [
    { name: 'subject', run: subject === undefined ? null : () => groups.setSubject(group, subject) },
    {
      name: 'description',
      run: description === undefined ? null : () => groups.setDescription(group, description),
    },
    ...SETTINGS.map((name) => ({ name, run: setSetting(acting, group, name, settings) })),
  ]
}

async function update(acting: Acting, { group, changes }: GroupActs['update']['input']): Promise<null> {
  const done: string[] = []
  for (const { name, run } of toSteps(acting, group, changes)) {
    if (!run) continue
    const answer = await run()
    if (answer.kind === 'refused') {
      const refused = await refuseAct(acting.groups, group, answer.networkCode, (info) => acting.roleIn(info))
      throw toRefusal({ ...refused, message: refused.message, data: { ...refused.data, done } })
    }
    done.push(name)
  }
  return null
}

const PERFORMERS: Performers = {
  async list(acting) {
    const all = await acting.groups.list()
    if (all.kind === 'refused') throw refuseLook(all.networkCode)
    return all.value.map((group) => ({ ...acting.see(group), members: [] }))
  },
  async find(acting, { group }) {
    const found = await acting.groups.find(group)
    if (found.kind === 'refused') throw refuseLook(found.networkCode)
    return acting.see(found.value)
  },
  create,
  leave: async (acting, { group }) => acting.require(group, await acting.groups.leave(group)),
  changeMembers,
  update,
  async setPicture(acting, { group, jpeg }) {
    const bytes = jpeg === null ? null : Buffer.from(jpeg, 'base64')
    const answer = await acting.groups.setPicture(group, bytes)
    const refused = answer.kind === 'refused' ? refusePicture(answer.networkCode) : null
    if (refused) throw refused
    return acting.require(group, answer)
  },
  async inviteCode(acting, { group, revoke }) {
    const { groups } = acting
    return acting.require(group, await (revoke ? groups.revokeInvite(group) : groups.inviteCode(group)))
  },
  async findByInvite(acting, { code }) {
    const found = await acting.groups.findByInvite(code)
    if (found.kind === 'refused') throw refuseInvite(found.networkCode)
    return { ...acting.see(found.value), members: [] }
  },
  async join(acting, { code }) {
    const joined = await acting.groups.join(code)
    if (joined.kind === 'refused') throw refuseInvite(joined.networkCode)
    return joined.value
  },
  requests: async (acting, { group }) => acting.require(group, await acting.groups.requests(group)),
  async decideRequests(acting, { group, decision, people }) {
    const found = await acting.findNamed(people)
    if (present(found).length === 0) return joinOutcomes(people, found, [])
    const answer = await acting.groups.decideRequests(group, decision, present(found))
    return joinOutcomes(people, found, await acting.require(group, answer))
  },
}

const perform = <A extends GroupAct>(acting: Acting, { act, input }: GroupCommand<A>) =>
  PERFORMERS[act](acting, input)

type Named = Pick<GroupInfo, 'jid' | 'subject'>

/** Whom the network finds by a username; rejects where it does not say. */
type FindUsername = (
  clientId: string,
  username: string,
  connection: NetworkConnection,
) => Promise<UsernameSearch>

interface GroupCommandDeps {
  /** Keeps how groups of a client are called. */
  note(clientId: string, groups: readonly Named[]): Promise<void>
  findUsername: FindUsername
}

/** The groups the account is in that an answer tells of. */
function findNamed(act: GroupAct, answer: unknown): readonly Named[] {
  switch (act) {
    case 'list':
      return answer as GroupActs['list']['output']
    case 'find':
      return [answer as GroupActs['find']['output']]
    case 'create':
      return [(answer as GroupActs['create']['output']).group]
    default:
      return []
  }
}

/** The owner's side of operations on groups: they go straight to the connection, and wait in no queue. */
export function createGroupCommand(
  log: Log,
  { note, findUsername }: GroupCommandDeps,
): (account: OwnedAccount, input: unknown) => Promise<unknown> {
  return async (account, input) => {
    const connection = account.connection()
    const command = input as GroupCommand
    if (!connection) throw refusal('SERVICE_UNAVAILABLE', 'GROUP_NOT_ASKED', {})
    try {
      const answer = await perform(new Acting(connection, account.client, findUsername), command)
      // What was answered is no less so when it cannot be kept.
      await note(account.client.id, findNamed(command.act, answer)).catch((err: unknown) =>
        log.warn({ err, clientId: account.client.id }, 'how groups are called could not be kept'),
      )
      return answer
    } catch (err) {
      if (err instanceof Refusal) throw err
      log.warn({ err, clientId: account.client.id, act: command.act }, 'a group act was not answered')
      throw refusal('GATEWAY_TIMEOUT', 'NETWORK_NOT_ANSWERING', {}, { cause: err })
    }
  }
}
