import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { changeAppState } from './app-state.ts'
import { readCollection } from './app-state-codec.ts'
import { deliver } from './delivery.ts'
import { node, seconds } from './nodes.ts'
import { markDirty } from './offline.ts'

const CONTACTS = 'critical_unblock_low'

/** Tells an account's clients, except the one that did it, what the account changed. */
function notifyAccount(
  network: Network,
  account: User,
  type: 'account_sync' | 'status',
  change: BinaryNode,
  except?: Companion,
): void {
  markDirty(network, account.number, 'account_sync')
  for (const companion of account.companions.values()) {
    if (companion === except) continue
    const id = randomBytes(8).toString('hex')
    const attrs = { from: account.jid('pn'), type, id, t: seconds(network.now()) }
    deliver(network, companion, account.number, node('notification', attrs, [change]))
  }
}

/** As whatsmeow's `handleAccountSyncNotification` reads it. */
export const notifySync = (network: Network, account: User, change: BinaryNode, except?: Companion): void =>
  notifyAccount(network, account, 'account_sync', change, except)

/** What an account says of itself as people see it, which it sets by a query (whatsmeow's `SetStatusMessage`). */
export function changeShownAbout(account: User, about: string): void {
  if (about === '') delete account.record.shownAbout
  else account.record.shownAbout = about
  account.save()
}

/**
 * The same as older apps have it: who sets this alone is answered, and shows nobody anything (Baileys#2503). The account's other
 * clients are told as whatsmeow's `handleStatusNotification` reads it.
 */
export function changeAbout(network: Network, account: User, about: string, by?: Companion): void {
  if (about === '') delete account.record.about
  else account.record.about = { text: about, at: network.now() }
  account.save()
  notifyAccount(network, account, 'status', node('set', {}, Buffer.from(about)), by)
}

export const buildPrivacy = (values: Iterable<[string, string]>): BinaryNode =>
  node(
    'privacy',
    {},
    [...values].map(([name, value]) => node('category', { name, value })),
  )

export function changePrivacy(
  network: Network,
  account: User,
  changed: Readonly<Record<string, string>>,
  by?: Companion,
): BinaryNode {
  account.record.privacy = { ...account.record.privacy, ...changed }
  account.save()
  const privacy = buildPrivacy(Object.entries(changed))
  notifySync(network, account, privacy, by)
  return privacy
}

/** The phone gives the account another name; its clients learn it by app state (Baileys, `pushNameSetting`). */
export function changeOwnName(network: Network, account: User, name: string): void {
  account.record.name = name
  account.save()
  const value = { timestamp: network.now(), pushNameSetting: { name } }
  void changeAppState(network, account, 'critical_block', [
    { index: ['setting_pushName'], value, version: 1 },
  ])
}

/** Whether somebody is in the address book of an account's phone. */
export function hasSaved(network: Network, account: User, viewer: User): boolean {
  const record = network.appStates.of(account.number, network.now())
  const contacts = readCollection(record, network.appStates.collection(record, CONTACTS))
  return contacts.has(JSON.stringify(['contact', viewer.jid('pn')]))
}

/**
 * Whether somebody is shown what a privacy setting of an account is about (whatsmeow's `PrivacySettings`): to `contacts`
 * are those whom the account has saved. The list of `contact_blacklist` is the phone's own, which leaves nobody out here.
 */
export function isShownTo(network: Network, account: User, category: string, viewer: User): boolean {
  if (account === viewer) return true
  const value = account.record.privacy?.[category] ?? 'all'
  if (value === 'all') return true
  return value !== 'none' && hasSaved(network, account, viewer)
}

export interface ShownProfile {
  name: string
  about: string | null
  pictureId: string | null
}

/** An account's profile as somebody else's phone shows it. */
export function showProfile(network: Network, account: User, viewer: User): ShownProfile {
  const { name, shownAbout, picture } = account.record
  const shown = <T>(category: string, value: T | undefined): T | null =>
    value !== undefined && isShownTo(network, account, category, viewer) ? value : null
  return {
    name,
    about: shown('status', shownAbout),
    pictureId: shown('profile', picture?.id),
  }
}
