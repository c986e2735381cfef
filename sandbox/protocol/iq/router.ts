import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network } from '../../state/network.ts'
import type { Session } from '../../state/session.ts'
import { SERVER_JID } from '../addresses.ts'
import { handleAppState } from '../app-state.ts'
import { handleChannelPosts, handleLiveUpdates } from '../channels/channel-posts.ts'
import { children, node, seconds } from '../nodes.ts'
import {
  acknowledge,
  handleBusinessProfile,
  handleClean,
  handleMex,
  handlePassive,
  handleProps,
  handleUnlink,
} from './account.ts'
import { FAILED, type IqAnswer, type IqHandler, NOT_IMPLEMENTED, RATE_LIMITED } from './answer.ts'
import { GROUP_HANDLERS } from './groups.ts'
import {
  handleKeyCount,
  handleKeyDigest,
  handleKeyFetch,
  handleKeyRequest,
  handleKeyRotation,
  handleKeyUpload,
} from './keys.ts'
import { handleMediaConnection } from './media.ts'
import { handlePicture, handleSetPicture } from './pictures.ts'
import {
  handleBlocklist,
  handleBlocklistSet,
  handlePrivacy,
  handlePrivacySet,
  handleTokens,
} from './privacy.ts'
import { handleAboutSet, handleDefaultTimerSet, handleStatusPrivacy } from './profile.ts'
import { handleUsync } from './usync.ts'

/** Handlers by `namespace type child`, then by `namespace type`, then by `namespace`. */
const HANDLERS: Record<string, IqHandler> = {
  'w:p': acknowledge,
  'encrypt get count': handleKeyCount,
  'encrypt get digest': handleKeyDigest,
  'encrypt get key': handleKeyRequest,
  'encrypt get key_fetch': handleKeyFetch,
  'encrypt set rotate': handleKeyRotation,
  'encrypt set': handleKeyUpload,
  usync: handleUsync,
  passive: handlePassive,
  'privacy get': handlePrivacy,
  'privacy set privacy': handlePrivacySet,
  'privacy set tokens': handleTokens,
  'blocklist get': handleBlocklist,
  'blocklist set': handleBlocklistSet,
  abt: handleProps,
  // The account accepts terms of the network's (whatsmeow's `AcceptTOSNotice`).
  'tos set notice': acknowledge,
  'w:profile:picture get': handlePicture,
  'w:profile:picture set': handleSetPicture,
  'status set status': handleAboutSet,
  'status get privacy': handleStatusPrivacy,
  'disappearing_mode set': handleDefaultTimerSet,
  'w:sync:app:state': handleAppState,
  'urn:xmpp:whatsapp:dirty': handleClean,
  'urn:xmpp:whatsapp:push': acknowledge,
  'w:stats': acknowledge,
  'w:m set media_conn': handleMediaConnection,
  ...GROUP_HANDLERS,
  'w:biz get': handleBusinessProfile,
  'w:mex': handleMex,
  'newsletter get messages': handleChannelPosts,
  'newsletter set live_updates': handleLiveUpdates,
  'md set remove-companion-device': handleUnlink,
}

const NAMELESS = 'iq'

function findHandler(iq: BinaryNode): IqHandler | undefined {
  const { xmlns = NAMELESS, type } = iq.attrs
  const first = children(iq)[0]?.tag
  return HANDLERS[`${xmlns} ${type} ${first}`] ?? HANDLERS[`${xmlns} ${type}`] ?? HANDLERS[xmlns]
}

/** A request that makes its handler fail is answered too: the client waits for it. */
function runHandler(handler: IqHandler, network: Network, session: Session, iq: BinaryNode): IqAnswer {
  try {
    if (iq.attrs.xmlns === 'w:g2' && network.faults.take(session.companion.address, 'limitGroups'))
      return RATE_LIMITED
    return handler(network, session, iq)
  } catch (error) {
    network.log(`request ${iq.attrs.xmlns} failed: ${error instanceof Error ? error.stack : error}`)
    return FAILED
  }
}

/** Answers a request once what it changed is durable. False when the network does not know such a request. */
export function handleIq(network: Network, session: Session, iq: BinaryNode): boolean {
  const handler = findHandler(iq)
  const answer = handler === undefined ? NOT_IMPLEMENTED : runHandler(handler, network, session, iq)
  const { id } = iq.attrs
  network.journal.afterCommit(() => {
    const t = seconds(network.now())
    if ('code' in answer) {
      const error = node('error', { code: String(answer.code), text: answer.text })
      session.connection.send(node('iq', { from: SERVER_JID, type: 'error', id, t }, [error]))
      return
    }
    session.connection.send(node('iq', { from: SERVER_JID, type: 'result', id, t }, answer.content))
    answer.afterwards?.()
  })
  return handler !== undefined
}
