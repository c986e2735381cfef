import type { CardDetails, MessageDetails } from '../../core/conversation/message.ts'
import { toInteger, type WireCard, type WireMessage, type WirePlace, type WirePoll } from './wire.ts'

/** Nobody reads more of a message that others may make as long as they like. */
const MAX_TEXT_CHARS = 500
const MAX_CARDS = 20
const MAX_PHONES = 10
const MAX_OPTIONS = 20

const cut = (text: string | null | undefined): string | null => text?.slice(0, MAX_TEXT_CHARS) || null

function toPlace(place: WirePlace) {
  const { degreesLatitude: latitude, degreesLongitude: longitude, name, address } = place
  return { latitude: latitude ?? 0, longitude: longitude ?? 0, name: cut(name), address: cut(address) }
}

/** RFC 6350 writes a line break inside a value as `\n`, and puts `\` before separators. */
const unescapeCard = (text: string): string => text.replace(/\\n/gi, '\n').replace(/\\([\\;,])/g, '$1')

/** A line of a card as its name, its parameters and its value; `item1.TEL` is a TEL of a group. */
function readCardLine(line: string): { name: string; parameters: string; value: string } | null {
  const match = /^(?:[\w-]+\.)?([A-Za-z-]+)((?:;[^:]*)?):(.*)$/.exec(line)
  if (!match) return null
  const [, name = '', parameters = '', value = ''] = match
  return { name: name.toUpperCase(), parameters, value: unescapeCard(value).trim() }
}

/** `waid` is the number on the network, in full; what people wrote beside it may be anything. */
function readPhone(parameters: string, value: string): string {
  const known = /;waid=(\d{5,20})/i.exec(parameters)?.[1]
  return known === undefined ? value.replace(/^tel:/i, '') : `+${known}`
}

function toCard({ displayName, vcard }: WireCard): CardDetails {
  // A long line goes on in the next one, which begins with a space.
  const lines = (vcard ?? '').replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const read = lines.flatMap((line) => readCardLine(line) ?? [])
  const all = (name: string) => read.filter((line) => line.name === name && line.value !== '')
  const phones = all('TEL').map(({ parameters, value }) => readPhone(parameters, value))
  return {
    name: cut(displayName) ?? cut(all('FN')[0]?.value),
    phones: phones.slice(0, MAX_PHONES).map((phone) => phone.slice(0, 40)),
    emails: all('EMAIL')
      .slice(0, MAX_PHONES)
      .map(({ value }) => value.slice(0, 200)),
  }
}

function toCards(cards: readonly WireCard[]): MessageDetails {
  const contacts = cards.slice(0, MAX_CARDS).map(toCard)
  return { name: contacts[0]?.name ?? null, phone: contacts[0]?.phones[0] ?? null, contacts }
}

/** The poll of an unwrapped message, in whichever version of its content. */
export const findPoll = (message: WireMessage): WirePoll | null | undefined =>
  message.pollCreationMessage ??
  message.pollCreationMessageV2 ??
  message.pollCreationMessageV3 ??
  message.pollCreationMessageV5

const toPoll = ({ name, options, selectableOptionsCount }: WirePoll): MessageDetails => ({
  question: cut(name) ?? '',
  options: (options ?? []).slice(0, MAX_OPTIONS).map(({ optionName }) => cut(optionName) ?? ''),
  selectable: selectableOptionsCount ?? 0,
})

function readEvent({ eventMessage: event }: WireMessage): MessageDetails | null {
  if (!event) return null
  return {
    name: cut(event.name) ?? '',
    description: cut(event.description),
    startSec: toInteger(event.startTime),
    endSec: toInteger(event.endTime) || null,
    isCancelled: event.isCanceled === true,
    place: event.location ? toPlace(event.location) : null,
  }
}

/** What was chosen of buttons or a list that another system offered. */
function readChoice(message: WireMessage): MessageDetails | null {
  const { listResponseMessage: list, buttonsResponseMessage: button, templateButtonReplyMessage } = message
  const id =
    list?.singleSelectReply?.selectedRowId ??
    button?.selectedButtonId ??
    templateButtonReplyMessage?.selectedId
  return id ? { choiceId: id.slice(0, MAX_TEXT_CHARS) } : null
}

function readInvite({ groupInviteMessage: invite }: WireMessage): MessageDetails | null {
  if (!invite) return null
  const { groupJid, inviteCode, groupName } = invite
  return { groupJid: cut(groupJid), inviteCode: cut(inviteCode), groupName: cut(groupName) }
}

function readChannelInvite(message: WireMessage): MessageDetails | null {
  const invite = message.newsletterAdminInviteMessage ?? message.newsletterFollowerInviteMessageV2
  if (!invite) return null
  return { channelJid: cut(invite.newsletterJid), channelName: cut(invite.newsletterName) }
}

function readPlaceOrCard(message: WireMessage): MessageDetails | null {
  const { locationMessage: place, liveLocationMessage: live, contactMessage, contactsArrayMessage } = message
  if (place) return { ...toPlace(place), isLive: false }
  if (live) return { ...toPlace(live), isLive: true }
  if (contactMessage) return toCards([contactMessage])
  return contactsArrayMessage ? toCards(contactsArrayMessage.contacts ?? []) : null
}

/** What an unwrapped message says beside its text and its file; null when that is all. */
export function readDetails(message: WireMessage): MessageDetails | null {
  const poll = findPoll(message)
  if (poll) return toPoll(poll)
  if (message.placeholderMessage) return { isOnPhoneOnly: true }
  return (
    readPlaceOrCard(message) ??
    readEvent(message) ??
    readChoice(message) ??
    readInvite(message) ??
    readChannelInvite(message)
  )
}
