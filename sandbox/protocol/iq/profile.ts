import type { Network } from '../../state/network.ts'
import type { Session } from '../../state/session.ts'
import type { User } from '../../state/user.ts'
import { child, node, textOf } from '../nodes.ts'
import { changeAbout } from '../profile.ts'
import { BAD_REQUEST, type IqHandler, NOT_FOUND, OK } from './answer.ts'

/** What the network's own apps offer, in seconds (Baileys, `updateDefaultDisappearingMode`). */
const DURATIONS = [0, 86_400, 604_800, 7_776_000]

/** What apps let people write of themselves before 2026 (openwapp#152); that the network refuses more is a guess on the strict side. */
const MAX_ABOUT = 139

const accountOf = (network: Network, { companion }: Session): User =>
  network.directory.ensure(companion.record.number)

/** What an account says of itself as older apps read it (rc14's `updateProfileStatus`). */
export const handleAboutSet: IqHandler = (network, session, iq) => {
  const status = child(iq, 'status')
  if (status === undefined || [...textOf(status)].length > MAX_ABOUT) return BAD_REQUEST
  changeAbout(network, accountOf(network, session), textOf(status), session.companion)
  return OK
}

/** How long messages stay in chats that begin (whatsmeow's `SetDefaultDisappearingTimer`). */
export const handleDefaultTimerSet: IqHandler = (network, session, iq) => {
  const duration = Number(child(iq, 'disappearing_mode')?.attrs.duration)
  if (!DURATIONS.includes(duration)) return BAD_REQUEST
  const account = accountOf(network, session)
  account.record.defaultTimer = { seconds: duration, at: network.now() }
  account.save()
  return OK
}

/** Who sees an account's statuses (whatsmeow's `GetStatusPrivacy`, which takes 404 for whoever never chose). */
export const handleStatusPrivacy: IqHandler = (network, session) => {
  const { statusPrivacy } = accountOf(network, session).record
  if (statusPrivacy === undefined) return NOT_FOUND
  const { type, numbers } = statusPrivacy
  const users = numbers.map((number) => node('user', { jid: network.directory.ensure(number).jid('lid') }))
  return { content: [node('privacy', {}, [node('list', { type, default: 'true' }, users)])] }
}
