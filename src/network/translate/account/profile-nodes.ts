import type { PersonAddresses } from '../../inbound-message.ts'
import type { JournalEntry } from '../../port.ts'
import type {
  Audience,
  KnownPrivacy,
  PrivacySettings,
  ProfileNews,
  ProfileNotice,
} from '../../ports/profile-port.ts'
import { childOf, childrenOf, textOf, type WireNode } from '../group-nodes.ts'
import { keepNotices } from '../journal.ts'
import { isAddressOf } from '../people.ts'
import { toInteger } from '../wire.ts'

const AUDIENCES: Readonly<Record<Audience, string>> = {
  everyone: 'all',
  contacts: 'contacts',
  contacts_except: 'contact_blacklist',
  nobody: 'none',
}

interface Category<T> {
  /** Its name on the wire. */
  name: string
  toWire(value: T): string
  fromWire(value: string): T | null
}

/** A category whose values are these, ours by the wire's. */
function category<T extends string | boolean>(
  name: string,
  values: readonly (readonly [T, string])[],
): Category<T> {
  return {
    name,
    toWire: (value) => values.find(([own]) => own === value)?.[1] ?? '',
    fromWire: (wire) => values.find(([, their]) => their === wire)?.[0] ?? null,
  }
}

const EVERY_AUDIENCE = Object.entries(AUDIENCES) as [Audience, string][]
type GroupAdders = PrivacySettings['groupsAdd']
const WITHOUT_NOBODY = EVERY_AUDIENCE.filter(([own]) => own !== 'nobody') as [GroupAdders, string][]

/** Names and values are those of whatsmeow's `PrivacySettings` and of Baileys' `updateLastSeenPrivacy` and its siblings. */
const CATEGORIES: { readonly [K in keyof PrivacySettings]: Category<PrivacySettings[K]> } = {
  lastSeen: category('last', EVERY_AUDIENCE),
  online: category('online', [
    ['everyone', 'all'],
    ['same_as_last_seen', 'match_last_seen'],
  ]),
  picture: category('profile', EVERY_AUDIENCE),
  about: category('status', EVERY_AUDIENCE),
  readReceipts: category('readreceipts', [
    [true, 'all'],
    [false, 'none'],
  ]),
  groupsAdd: category('groupadd', WITHOUT_NOBODY),
  callsAdd: category('calladd', [
    ['everyone', 'all'],
    ['known', 'known'],
  ]),
  messages: category('messages', [
    ['everyone', 'all'],
    ['contacts', 'contacts'],
  ]),
}

const SETTINGS = Object.keys(CATEGORIES) as (keyof PrivacySettings)[]

export function toPrivacyCategory<K extends keyof PrivacySettings>(
  setting: K,
  value: PrivacySettings[K],
): { name: string; value: string } {
  const { name, toWire } = CATEGORIES[setting]
  return { name, value: toWire(value) }
}

/** Those settings that a `privacy` node names; one with a value there is no word for is null. */
export function readPrivacy(node: WireNode | undefined): Partial<KnownPrivacy> {
  const values = new Map(childrenOf(node, 'category').map(({ attrs }) => [attrs.name, attrs.value ?? '']))
  const known = SETTINGS.flatMap((setting) => {
    const { name, fromWire } = CATEGORIES[setting]
    const value = values.get(name)
    return value === undefined ? [] : [[setting, fromWire(value)]]
  })
  return Object.fromEntries(known) as Partial<KnownPrivacy>
}

/** All settings; what the network does not name is null. */
export function readAllPrivacy(node: WireNode | undefined): KnownPrivacy {
  const none = Object.fromEntries(SETTINGS.map((setting) => [setting, null])) as unknown as KnownPrivacy
  return { ...none, ...readPrivacy(node) }
}

/** What an `account_sync` says of the profile (whatsmeow's `handleAccountSyncNotification`). */
function readAccountSync(node: WireNode): ProfileNews[] {
  const privacy = childOf(node, 'privacy')
  const settings = readPrivacy(privacy)
  const changed = Object.keys(settings).length > 0
  return [
    ...(childOf(node, 'picture') ? [{ kind: 'picture' } as const] : []),
    ...(changed ? [{ kind: 'privacy', settings } as const] : []),
  ]
}

/** What somebody says of themselves now (whatsmeow's `handleStatusNotification`). */
function readAbout(node: WireNode): ProfileNews[] {
  const set = childOf(node, 'set')
  return set ? [{ kind: 'about', about: textOf(set) || null }] : []
}

/** What a notification says of the account's own profile; null for one that says nothing of it. */
export function readProfileNotice(node: WireNode, me: PersonAddresses): ProfileNotice | null {
  const { id, from, t, type } = node.attrs
  if (!id || !isAddressOf(me, from)) return null
  const news = type === 'status' ? readAbout(node) : readAccountSync(node)
  return news.length === 0 ? null : { id: `profile/${id}`, atSec: toInteger(t), news }
}

const KEPT = keepNotices<ProfileNotice>({
  prefix: 'profile-notice|',
  toEvent: (notice, journalId) => ({ kind: 'profile', notice, journalId }),
  unreadable: 'unreadable notice of the profile',
})

export const toProfileEntry = (notice: ProfileNotice): JournalEntry => KEPT.keep(notice.id, notice)
export const isProfileEntry = KEPT.isKept
export const fromProfileEntry = KEPT.tell
