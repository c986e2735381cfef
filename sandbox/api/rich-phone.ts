import { randomBytes } from 'node:crypto'
import { proto } from 'baileys/WAProto/index.js'
import { InputError } from '../protocol/addresses.ts'
import { findPoll } from '../protocol/content.ts'
import { buildMediaMessage, type MediaContent } from '../protocol/media-message.ts'
import { findOriginal, type Original, sealEventResponse, sealVote } from '../protocol/message-secrets.ts'
import { SimulatedPhone } from './simulated-phone.ts'

const SECRET_BYTES = 32
const RESPONSE_CODES = { going: 1, 'not-going': 2, maybe: 3 } as const

/** A point on the map; `live` is one that moves. */
export interface LocationContent {
  latitude: number
  longitude: number
  name?: string
  address?: string
  live?: boolean
}

/** Something that happens. Times are seconds since 1970. */
export interface EventContent {
  name: string
  description?: string
  startS: number
  endS?: number
  location?: LocationContent
}

const withSecret = (content: proto.IMessage): proto.IMessage => ({
  ...content,
  messageContextInfo: { messageSecret: randomBytes(SECRET_BYTES) },
})

const buildCard = ({ name, number }: { name: string; number: string }) => ({
  displayName: name,
  vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${number}:+${number}\nEND:VCARD`,
})

/** A simulated phone that also sends polls, albums, events, places and cards. `to` is a number or a group's jid. */
export class RichPhone extends SimulatedPhone {
  /** Asks a question; `selectable` is how many options may be chosen, 0 any number. */
  poll(to: string, poll: { name: string; options: string[]; selectable?: number }): Promise<string> {
    const { name, options, selectable = 0 } = poll
    const content = {
      name,
      options: options.map((optionName) => ({ optionName })),
      selectableOptionsCount: selectable,
    }
    return this.send(
      to,
      withSecret(selectable === 1 ? { pollCreationMessageV3: content } : { pollCreationMessage: content }),
    )
  }

  /** Chooses these options of a poll and no others; none takes the vote back. */
  vote(to: string, pollId: string, options: string[]): Promise<string> {
    const poll = this.#original(pollId)
    const names = findPoll(poll.message)?.options?.map(({ optionName }) => optionName)
    const unknown = options.find((option) => !names?.includes(option))
    if (unknown !== undefined) throw new InputError(`"${unknown}" is not an option of the poll "${pollId}"`)
    const vote = sealVote(poll, pollId, this.#parties(to, poll), options)
    const senderTimestampMs = this.network.now()
    return this.send(to, {
      pollUpdateMessage: { pollCreationMessageKey: this.keyOf(to, pollId), vote, senderTimestampMs },
    })
  }

  event(to: string, event: EventContent): Promise<string> {
    const { name, description = '', startS, endS = null, location } = event
    const place = location && { ...toPlace(location), name: location.name ?? '' }
    return this.send(
      to,
      withSecret({
        eventMessage: { name, description, startTime: startS, endTime: endS, location: place ?? null },
      }),
    )
  }

  /** Says whether one comes to an event. */
  respond(to: string, eventId: string, answer: 'going' | 'not-going' | 'maybe'): Promise<string> {
    const event = this.#original(eventId)
    const response = { response: RESPONSE_CODES[answer], timestampMs: this.network.now() }
    const sealed = sealEventResponse(event, eventId, this.#parties(to, event), response)
    return this.send(to, {
      encEventResponseMessage: { eventCreationMessageKey: this.keyOf(to, eventId), ...sealed },
    })
  }

  sendLocation(to: string, location: LocationContent): Promise<string> {
    const { name = null, address = null, live = false } = location
    const place = toPlace(location)
    return this.send(
      to,
      live
        ? { liveLocationMessage: { ...place, caption: name } }
        : { locationMessage: { ...place, name, address } },
    )
  }

  /** Sends one or several people as cards. */
  sendContacts(to: string, people: { name: string; number: string }[]): Promise<string> {
    const cards = people.map(buildCard)
    const [first] = cards
    if (first === undefined) throw new InputError('there is no contact to send: name at least one')
    if (cards.length === 1) return this.send(to, { contactMessage: first })
    return this.send(to, {
      contactsArrayMessage: { displayName: `${cards.length} contacts`, contacts: cards },
    })
  }

  /** Sends pictures and videos as one album. Resolves with the album's id and those of its files, in order. */
  async sendAlbum(to: string, files: MediaContent[]): Promise<{ id: string; childIds: string[] }> {
    const videos = files.filter(({ kind }) => kind === 'video').length
    const id = await this.send(to, {
      albumMessage: { expectedImageCount: files.length - videos, expectedVideoCount: videos },
    })
    const messageAssociation = {
      associationType: proto.MessageAssociation.AssociationType.MEDIA_ALBUM,
      parentMessageKey: this.keyOf(to, id),
    }
    const childIds: string[] = []
    for (const file of files) {
      const message = await buildMediaMessage(this.network.media, file, this.network.now())
      childIds.push(await this.send(to, { ...message, messageContextInfo: { messageAssociation } }))
    }
    return { id, childIds }
  }

  /** Makes the messages of a conversation disappear after so many seconds; 0 makes them stay. */
  setDisappearing(to: string, seconds: number): Promise<string> {
    const protocolMessage = {
      type: proto.Message.ProtocolMessage.Type.EPHEMERAL_SETTING,
      ephemeralExpiration: seconds,
    }
    return this.send(to, { protocolMessage })
  }

  #original(id: string): Original {
    const original = findOriginal(this.mailbox, this.number, id)
    if (original === undefined) throw new InputError(`${this.number} has no message "${id}"`)
    return original
  }

  #parties(to: string, { author }: Original) {
    return { creator: this.nameIn(to, author), answerer: this.nameIn(to, this.number) }
  }
}

const toPlace = ({ latitude, longitude }: LocationContent) => ({
  degreesLatitude: latitude,
  degreesLongitude: longitude,
})
