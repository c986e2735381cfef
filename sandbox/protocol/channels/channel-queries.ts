import { type Channel, REACTION_MODES, type ReactionMode } from '../../state/channels.ts'
import type { Companion } from '../../state/companion.ts'
import type { Network } from '../../state/network.ts'
import { seconds } from '../nodes.ts'
import { isJpeg } from '../pictures.ts'
import { tellAccount, tellFollowers } from './channel-news.ts'

const FORBIDDEN = 403
const MISSING = 404
const MALFORMED = 400
const NOT_ACCEPTABLE = 406
/** What WhatsApp's apps let people type; that the server refuses more is a guess on the strict side. */
const MAX_NAME = 100
const MAX_DESCRIPTION = 2048

/** What a query is refused with: the `error_code` of whatsmeow's `GraphQLErrorExtensions`. */
export class QueryRefusal extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

type Variables = Readonly<Record<string, unknown>>
export type Query = (network: Network, by: Companion, variables: Variables) => Record<string, unknown>

/** What of a channel is asked for: rc14's `fetch_creation_time` and its kin. */
interface Wanted {
  creationTime: boolean
  followers: boolean
  viewer: boolean
}

/** What an own change answers, and a look at one channel. */
const ALL: Wanted = { creationTime: true, followers: true, viewer: true }

/** As whatsmeow's `NewsletterMetadata` reads it: numbers are texts, states are in capitals. */
export function describeTo(channel: Channel, viewer: string, wanted: Wanted = ALL): Record<string, unknown> {
  const { record, jid } = channel
  const text = (of: string) => ({ text: of, id: '1', update_time: String(record.createdAt * 1000) })
  const muted = record.followers[viewer]?.muted === true
  return {
    id: jid,
    state: { type: 'ACTIVE' },
    thread_metadata: {
      ...(wanted.creationTime ? { creation_time: seconds(record.createdAt) } : {}),
      invite: record.inviteCode,
      name: text(record.name),
      description: text(record.description),
      ...(wanted.followers ? { subscribers_count: String(Object.keys(record.followers).length) } : {}),
      verification: 'UNVERIFIED',
      picture: record.picture === undefined ? null : { id: '1', type: 'IMAGE', direct_path: '/pps/1' },
      settings: { reaction_codes: { value: record.reactions ?? 'ALL' } },
    },
    ...(wanted.viewer
      ? { viewer_metadata: { mute: muted ? 'ON' : 'OFF', role: channel.roleOf(viewer) } }
      : {}),
  }
}

function requireChannel(network: Network, jid: unknown): Channel {
  const channel = network.channels.find(typeof jid === 'string' ? jid : undefined)
  if (channel === undefined) throw new QueryRefusal(MISSING, 'Not found')
  return channel
}

/** The same for what only some may; the owner alone deletes (Baileys' `newsletterChangeOwner` has but one). */
export function requireOwn(network: Network, viewer: string, jid: unknown, isOwnerOnly = false): Channel {
  const channel = requireChannel(network, jid)
  const role = channel.roleOf(viewer)
  if (role !== 'OWNER' && (isOwnerOnly || role !== 'ADMIN')) throw new QueryRefusal(FORBIDDEN, 'Forbidden')
  return channel
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = ({ record }: Companion): string => record.number

const findChannel: Query = (network, by, { input, ...wanted }) => {
  const { key, type } = (input ?? {}) as Record<string, unknown>
  const channel =
    type === 'INVITE' ? network.channels.findByInvite(asText(key)) : network.channels.find(asText(key))
  if (channel === undefined) throw new QueryRefusal(MISSING, 'Not found')
  const asked = {
    creationTime: wanted.fetch_creation_time === true,
    followers: true,
    // whatsmeow's GetNewsletterInfoWithInvite: of one that is found by its link it is not told.
    viewer: wanted.fetch_viewer_metadata === true,
  }
  return { xwa2_newsletter: describeTo(channel, numberOf(by), asked) }
}

/** How many follow them is not in the list (zapo's `FetchAllNewslettersMetadata`), nor, as nothing asks for it, since when they are. */
const listFollowed: Query = (network, by) => ({
  xwa2_newsletter_subscribed: [...network.channels.all()]
    .filter((channel) => channel.roleOf(numberOf(by)) !== 'GUEST')
    .map((channel) =>
      describeTo(channel, numberOf(by), { creationTime: false, followers: false, viewer: true }),
    ),
})

const changeFollowing =
  (isFollowed: boolean, path: string): Query =>
  (network, by, { newsletter_id: jid }) => {
    const channel = requireChannel(network, jid)
    const viewer = numberOf(by)
    // Whoever owns a channel does not leave it.
    if (channel.roleOf(viewer) === 'OWNER') throw new QueryRefusal(FORBIDDEN, 'Forbidden')
    followChannel(network, channel, viewer, isFollowed, by)
    return { [path]: { id: channel.jid, state: { type: 'ACTIVE' } } }
  }

/** Somebody follows a channel, or no longer: their own other devices are told, and nobody else. */
export function followChannel(
  network: Network,
  channel: Channel,
  number: string,
  isFollowed: boolean,
  by?: Companion,
): void {
  const { record, jid } = channel
  const wasFollowed = number in record.followers
  if (isFollowed) record.followers[number] ??= { muted: false }
  else {
    delete record.followers[number]
    record.admins = record.admins.filter((admin) => admin !== number)
  }
  channel.save()
  if (wasFollowed === isFollowed) return
  if (isFollowed)
    tellAccount(network, number, 'Join', { xwa2_notify_newsletter_on_join: describeTo(channel, number) }, by)
  else
    tellAccount(network, number, 'Leave', { xwa2_notify_newsletter_on_leave: { id: jid, role: 'GUEST' } }, by)
}

/** An account mutes a channel, or no longer; its other devices are told (whatsmeow's `NewsletterMuteChange`). */
export function muteChannel(
  network: Network,
  channel: Channel,
  number: string,
  muted: boolean,
  by?: Companion,
): void {
  const following = channel.record.followers[number]
  if (following === undefined) throw new QueryRefusal(FORBIDDEN, 'Forbidden')
  following.muted = muted
  channel.save()
  const mute = muted ? 'ON' : 'OFF'
  tellAccount(
    network,
    number,
    'MuteChange',
    { xwa2_notify_newsletter_on_mute_change: { id: channel.jid, mute } },
    by,
  )
}

const changeMute =
  (muted: boolean, path: string): Query =>
  (network, by, { newsletter_id: jid }) => {
    const channel = requireChannel(network, jid)
    muteChannel(network, channel, numberOf(by), muted, by)
    return { [path]: { id: channel.jid, viewer_metadata: { mute: muted ? 'ON' : 'OFF' } } }
  }

const requireShort = (text: string, most: number): string => {
  if ([...text].length > most) throw new QueryRefusal(MALFORMED, 'Bad request')
  return text
}

/** Base64 of a JPEG (rc14's `generateProfilePicture` makes one); empty takes it away. */
function requirePicture(picture: string): string {
  if (picture !== '' && !isJpeg(Buffer.from(picture, 'base64')))
    throw new QueryRefusal(NOT_ACCEPTABLE, 'Not acceptable')
  return picture
}

const createChannel: Query = (network, by, { input }) => {
  const { name, description } = (input ?? {}) as Record<string, unknown>
  if (asText(name).trim() === '') throw new QueryRefusal(MALFORMED, 'Bad request')
  const given = [requireShort(asText(name), MAX_NAME), requireShort(asText(description), MAX_DESCRIPTION)]
  const [called = '', says = ''] = given
  const channel = network.channels.create(numberOf(by), called, says, network.now())
  return { xwa2_newsletter_create: describeTo(channel, numberOf(by)) }
}

/** What the settings of an update say of reactions: `{ reaction_codes: { value } }` (zapo's `UpdateNewsletter`). */
function readReactions(settings: unknown): ReactionMode | undefined {
  const codes = (settings as { reaction_codes?: { value?: unknown } } | null | undefined)?.reaction_codes
  if (codes === undefined) return undefined
  const mode = REACTION_MODES.find((known) => known === codes.value)
  if (mode === undefined) throw new QueryRefusal(MALFORMED, 'Bad request')
  return mode
}

/** What somebody changes of a channel; its followers' devices are told (WhatsApp Web, `NotificationNewsletterUpdate`). */
export function changeChannel(network: Network, channel: Channel, updates: Variables, by?: Companion): void {
  const { name, description, picture, settings } = updates
  const { record } = channel
  const reactions = readReactions(settings)
  if (typeof name === 'string' && name !== '') record.name = requireShort(name, MAX_NAME)
  if (typeof description === 'string') record.description = requireShort(description, MAX_DESCRIPTION)
  if (typeof picture === 'string') {
    if (requirePicture(picture) === '') delete record.picture
    else record.picture = picture
  }
  if (reactions !== undefined) record.reactions = reactions
  channel.save()
  const described = describeTo(channel, '', { creationTime: true, followers: true, viewer: false })
  tellFollowers(network, channel, 'Update', { xwa2_notify_newsletter_on_metadata_update: described }, by)
}

const updateChannel: Query = (network, by, { newsletter_id: jid, updates }) => {
  const channel = requireOwn(network, numberOf(by), jid)
  changeChannel(network, channel, (updates ?? {}) as Variables, by)
  return { xwa2_newsletter_update: describeTo(channel, numberOf(by)) }
}

const deleteChannel: Query = (network, by, { newsletter_id: jid }) => {
  const channel = requireOwn(network, numberOf(by), jid, true)
  endChannel(network, channel, by)
  return { xwa2_newsletter_delete_v2: { id: channel.jid, state: { type: 'DELETED' } } }
}

/** Deletes a channel; `is_requestor` says whether the account itself did (WhatsApp Web, `NewsletterStateChangeHandler`). */
export function endChannel(network: Network, channel: Channel, by?: Companion): void {
  for (const number of channel.numbers) {
    const change = {
      id: channel.jid,
      is_requestor: number === channel.record.owner,
      state: { type: 'DELETED' },
    }
    tellAccount(network, number, 'StateChange', { xwa2_notify_newsletter_on_state_change: change }, by)
  }
  network.channels.delete(channel)
}

/** By the query ids of rc14's Types/Mex, and whatsmeow's for what is followed (`querySubscribedNewsletters`). */
export const CHANNEL_QUERIES: Readonly<Record<string, Query>> = {
  '6563316087068696': findChannel,
  '6388546374527196': listFollowed,
  '24404358912487870': changeFollowing(true, 'xwa2_newsletter_join_v2'),
  '9767147403369991': changeFollowing(false, 'xwa2_newsletter_leave_v2'),
  '29766401636284406': changeMute(true, 'xwa2_newsletter_mute_v2'),
  '9864994326891137': changeMute(false, 'xwa2_newsletter_unmute_v2'),
  '8823471724422422': createChannel,
  '24250201037901610': updateChannel,
  '30062808666639665': deleteChannel,
}
