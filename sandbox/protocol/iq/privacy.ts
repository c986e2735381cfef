import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network } from '../../state/network.ts'
import type { Session } from '../../state/session.ts'
import type { User } from '../../state/user.ts'
import { changeBlocklist, hashOf } from '../blocklist.ts'
import { child, children, node } from '../nodes.ts'
import { buildPrivacy, changePrivacy } from '../profile.ts'
import { giveToken } from '../trusted-tokens.ts'
import { BAD_REQUEST, type IqAnswer, type IqHandler, NOT_FOUND } from './answer.ts'

const EVERYBODY = ['all', 'contacts', 'contact_blacklist', 'none']

/** What can be set, and to what: WAPrivacyValue and its likes in rc14, PrivacySetting in whatsmeow. */
const CATEGORIES: Record<string, readonly string[]> = {
  readreceipts: ['all', 'none'],
  profile: EVERYBODY,
  status: EVERYBODY,
  online: ['all', 'match_last_seen'],
  last: EVERYBODY,
  groupadd: ['all', 'contacts', 'contact_blacklist'],
  calladd: ['all', 'known'],
  messages: ['all', 'contacts'],
  defense: ['off', 'on_standard'],
  stickers: ['contacts', 'contact_allowlist', 'none'],
}

/** What holds until the account sets something else, where that is not `all`: guesses. */
const AT_FIRST: Record<string, string> = { defense: 'off', stickers: 'contacts' }

/** Whose list of people left out can be asked for (zapo's `getDisallowedList`). Here the phone leaves nobody out. */
const WITH_LIST = ['status', 'groupadd', 'last', 'profile']

const accountOf = (network: Network, { companion }: Session): User =>
  network.directory.ensure(companion.record.number)

export const handlePrivacy: IqHandler = (network, session, iq) => {
  const list = child(child(iq, 'privacy'), 'list')
  if (list !== undefined) return answerList(list.attrs.name ?? '')
  const set = accountOf(network, session).record.privacy ?? {}
  const names = Object.keys(CATEGORIES)
  return {
    content: [
      buildPrivacy(names.map((name): [string, string] => [name, set[name] ?? AT_FIRST[name] ?? 'all'])),
    ],
  }
}

const answerList = (name: string): IqAnswer =>
  WITH_LIST.includes(name)
    ? {
        content: [
          node('privacy', {}, [node('list', { name, value: 'contact_blacklist', dhash: hashOf([]) })]),
        ],
      }
    : BAD_REQUEST

export const handlePrivacySet: IqHandler = (network, session, iq) => {
  const asked = children(child(iq, 'privacy')).map(({ attrs: { name = '', value = '' } }) => ({
    name,
    value,
  }))
  const isKnown = asked.every(({ name, value }) => CATEGORIES[name]?.includes(value) === true)
  if (asked.length === 0 || !isKnown) return BAD_REQUEST
  const changed = Object.fromEntries(asked.map(({ name, value }) => [name, value]))
  return { content: [changePrivacy(network, accountOf(network, session), changed, session.companion)] }
}

/** A client gives people its account's token. */
export const handleTokens: IqHandler = (network, session, iq) => {
  const account = accountOf(network, session)
  for (const { attrs } of children(child(iq, 'tokens'))) {
    const holder = network.directory.resolve(attrs.jid)
    if (attrs.type !== 'trusted_contact' || holder === undefined) return BAD_REQUEST
    giveToken(network, account, holder, Number(attrs.t) * 1000)
  }
  return {}
}

function buildBlocklist(network: Network, blocked: readonly string[]): BinaryNode {
  const items = blocked.map((number) => {
    const user = network.directory.ensure(number)
    return node('item', { jid: user.jid('lid'), pn_jid: user.shownJid('pn') })
  })
  return node('list', { dhash: hashOf(blocked) }, items)
}

export const handleBlocklist: IqHandler = (network, session) => ({
  content: [buildBlocklist(network, accountOf(network, session).record.blocked ?? [])],
})

export const handleBlocklistSet: IqHandler = (network, session, iq) => {
  const { action, jid } = child(iq, 'item')?.attrs ?? {}
  if (action !== 'block' && action !== 'unblock') return BAD_REQUEST
  const user = network.directory.resolve(jid)
  if (user === undefined) return NOT_FOUND
  const account = accountOf(network, session)
  const blocked = changeBlocklist(network, account, user, action, session.companion)
  return { content: [buildBlocklist(network, blocked)] }
}
