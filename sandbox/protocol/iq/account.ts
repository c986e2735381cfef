import { activateSession } from '../activation.ts'
import { parseAddress } from '../addresses.ts'
import { unlinkCompanion } from '../linking.ts'
import { child, node, seconds } from '../nodes.ts'
import { describeTimeLock } from '../time-lock.ts'
import { BAD_REQUEST, type IqHandler, NOT_FOUND, OK } from './answer.ts'

const PRIVACY: Record<string, string> = {
  readreceipts: 'all',
  profile: 'all',
  status: 'all',
  online: 'all',
  last: 'all',
  groupadd: 'all',
  calladd: 'all',
  messages: 'all',
}

export const acknowledge: IqHandler = () => OK

/** `active` starts live traffic: what waited comes first. */
export const handlePassive: IqHandler = (network, session, iq) =>
  child(iq, 'active') === undefined ? OK : { afterwards: () => activateSession(network, session) }

export const handlePrivacy: IqHandler = () => ({
  content: [
    node(
      'privacy',
      {},
      Object.entries(PRIVACY).map(([name, value]) => node('category', { name, value })),
    ),
  ],
})

export const handleBlocklist: IqHandler = () => ({ content: [node('list')] })

export const handleProps: IqHandler = () => ({ content: [node('props', { protocol: '1', hash: 'sandbox' })] })

export const handlePicture: IqHandler = (network, _session, iq) => {
  const picture = network.directory.resolve(iq.attrs.target)?.record.picture
  if (picture === undefined) return NOT_FOUND
  if (picture === 'hidden') return { code: 401, text: 'not-authorized' }
  const type = child(iq, 'picture')?.attrs.type ?? 'preview'
  return { content: [node('picture', { id: '1', type, url: `${picture.url}?size=${type}` })] }
}

export const handleSetPicture: IqHandler = (network) => ({
  content: [node('picture', { id: seconds(network.now()) })],
})

export const handleBusinessProfile: IqHandler = () => ({ content: [node('business_profile')] })

/** Account limits: the restriction of writing to strangers, where it is in force. */
export const handleMex: IqHandler = (network, { companion }) => ({
  content: [
    node(
      'result',
      {},
      Buffer.from(
        JSON.stringify({
          data: {
            xwa2_fetch_account_reachout_timelock: describeTimeLock(network, companion.address),
            xwa2_message_capping_info: { total_quota: -1, used_quota: 0 },
          },
        }),
      ),
    ),
  ],
})

/** The client unlinks itself, or another linked device of its account. */
export const handleUnlink: IqHandler = (network, session, iq) => {
  const address = parseAddress(child(iq, 'remove-companion-device')?.attrs.jid)
  if (address === undefined || address.user !== session.companion.record.number) return BAD_REQUEST
  const companion = network.directory.companion(address.user, address.device)
  if (companion === undefined) return NOT_FOUND
  return { afterwards: () => unlinkCompanion(network, companion) }
}
