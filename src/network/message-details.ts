import type { Address } from '../core/addresses.ts'

/** Degrees, WGS 84. A live place moves on after it was sent; this is where it began. */
export interface PlaceDetails {
  latitude: number
  longitude: number
  name: string | null
  address: string | null
}

/** A card of somebody: numbers known to the network are E.164, others as they were written. */
export interface CardDetails {
  name: string | null
  phones: string[]
  emails: string[]
}

/** What a message says beside its text and its file, by its type; long texts are cut. */
export type MessageDetails =
  | (PlaceDetails & { isLive: boolean })
  /** `name` and `phone` are those of the first card. */
  | { name: string | null; phone: string | null; contacts: CardDetails[] }
  | { question: string; options: string[]; selectable: number }
  | {
      name: string
      description: string | null
      startSec: number
      endSec: number | null
      isCancelled: boolean
      place: PlaceDetails | null
    }
  /** What was chosen of buttons or a list. */
  | { choiceId: string }
  | { groupJid: string | null; inviteCode: string | null; groupName: string | null }
  /** What may be viewed once: it can be opened on the account's phone, and nowhere else. */
  | { isOnPhoneOnly: true }

/** The message another one answers, as its writer's phone repeats it. */
export interface QuotedSummary {
  id: string
  /** Who wrote it. */
  sender: Address | null
  type: string
  text: string | null
}
