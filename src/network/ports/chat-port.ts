import type { Address } from '../../core/addresses.ts'
import type { MessageKey } from '../../core/conversation/message.ts'

/** A message as the end of a chat. */
export interface ChatMessage {
  key: MessageKey
  atSec: number
}

/** Until when a chat is muted, in milliseconds since 1970; `always` until somebody ends it, null: it is not. */
export type MutedUntil = number | 'always' | null

/** What is to be of a chat. `last`: its newest message, or nothing when none is known. */
export type ChatMark =
  /** What comes after `last` shows the chat again, where the account's phone is set so. */
  | { kind: 'archived'; isArchived: boolean; last: readonly ChatMessage[] }
  | { kind: 'pinned'; isPinned: boolean }
  | { kind: 'muted'; until: MutedUntil }
  | { kind: 'starred'; key: MessageKey; isStarred: boolean }
  /** The mark of the chat alone: no message becomes unread, and nobody is told. */
  | { kind: 'unread'; isUnread: boolean; last: readonly ChatMessage[] }
  | ChatRemoval

/** The account's devices forget what is in a chat up to `last`, or the chat itself; others keep it. `atMs`: when it was asked. */
export type ChatRemoval =
  | { kind: 'cleared'; keepsStarred: boolean; last: readonly ChatMessage[]; atMs: number }
  | { kind: 'deleted'; last: readonly ChatMessage[]; atMs: number }

/** What a label of the account is; filters that the phone makes by itself are among them. */
export const LABEL_KINDS = [
  ...(['none', 'unread', 'groups', 'favourites', 'predefined', 'custom'] as const),
  ...(['community', 'server_assigned', 'drafted', 'ai_handoff'] as const),
] as const
export type LabelKind = (typeof LABEL_KINDS)[number]

const KINDS_OF_PEOPLE: ReadonlySet<LabelKind | null> = new Set([null, 'none', 'predefined', 'custom'])

/** Whether people make such labels and put them on. What phones make by themselves, such as the filter of unread chats, they fill too. */
export const isOfPeople = (kind: LabelKind | null): boolean => KINDS_OF_PEOPLE.has(kind)

/** A label that WhatsApp keeps for the account: of a business account, or a list of a personal one. */
export interface NetworkLabel {
  id: string
  name: string
  /** Place in WhatsApp's palette, from 0. */
  colour: number
  /** Null where it is not told. */
  kind: LabelKind | null
  /** WhatsApp's own number of one that it made itself. */
  predefinedId: number | null
  /** False: it is made, and switched off on the phone. */
  isActive: boolean
  /** Neither its name nor its colour may be changed. */
  isFixed: boolean
}

/** What has a label: a chat, or one of its messages. */
export interface LabelPlace {
  chat: Address
  messageId: string | null
}

/** Labels of the account. Changes begin from what all its devices agreed on last, also where one of them was faster meanwhile. */
export interface NetworkLabels {
  /** Gives it a number and, without one, the next colour. */
  create(name: string, colour: number | null): Promise<NetworkLabel>
  change(id: string, change: { name?: string; colour?: number }): Promise<NetworkLabel>
  /** It is taken off everything that has it. One that is gone is gone. */
  remove(id: string): Promise<void>
  /**
   * `places`: the same one, under each address of its chat. It is put on under the first, unless it is on under any, and taken off
   * under all, since devices name a chat by either.
   */
  put(id: string, places: readonly LabelPlace[], isOn: boolean): Promise<NetworkLabel>
  /**
   * The same for a label and a chat that are known here, without reading what there is: for many at once. It is put on under the
   * first of the chat's addresses, and taken off under all, since devices name a chat by either.
   */
  putChat(id: string, addresses: readonly Address[], isOn: boolean): Promise<void>
}

/**
 * The account's own view of its chats, which its phone and linked devices share. Changes set what is to be, so a repeat
 * changes nothing. They reject, within 40 s, with `ChatChangeError` when the network did not take them, and with another error
 * when it is not known whether it did.
 */
export interface NetworkChats {
  archive(chat: Address, isArchived: boolean, last: readonly ChatMessage[]): Promise<void>
  /** Gives the chat the label of this name, which is made when the account has none. */
  label(chat: Address, name: string): Promise<void>
  mark(chat: Address, mark: ChatMark): Promise<void>
  readonly labels: NetworkLabels
  /**
   * Asks the phone for so many messages before one. It answers when it is online, which is told as `history_answer` with this
   * id. Resolves when the question has left.
   */
  askHistory(requestId: string, before: ChatMessage, count: number): Promise<void>
}

/**
 * Why nothing was changed: `no_key`, the phone has not shared its keys yet; `conflict`, others changed something again and
 * again meanwhile; `refused`, the network said so with a code. Of labels: there is none with this number, another has the
 * name, there are as many as phones show, or it is one of WhatsApp's that nobody changes.
 */
export type ChatChangeProblem =
  | { kind: 'no_key' }
  | { kind: 'conflict' }
  | { kind: 'refused'; networkCode: number }
  | { kind: 'label_unknown' }
  | { kind: 'label_taken'; label: NetworkLabel }
  | { kind: 'labels_full'; most: number }
  | { kind: 'label_fixed' }

export class ChatChangeError extends Error {
  readonly problem: ChatChangeProblem
  /** The network's code, where that is known. */
  readonly data: number | null

  constructor(problem: ChatChangeProblem, message: string) {
    super(message)
    this.name = 'ChatChangeError'
    this.problem = problem
    this.data = problem.kind === 'refused' ? problem.networkCode : problem.kind === 'conflict' ? 409 : null
  }
}

/** What became of labels of the account, and of what has them. */
export type LabelNews =
  | { kind: 'label'; label: NetworkLabel; isDeleted: boolean }
  | ({ kind: 'labelled'; labelId: string; isOn: boolean } & LabelPlace)

/** One thing that the account's devices agreed on, whichever of them wrote it. */
export type ChatNews = MarkNews | LabelNews

/** Of one chat. */
export type MarkNews =
  | { kind: 'archived'; chat: Address; isArchived: boolean }
  | { kind: 'pinned'; chat: Address; isPinned: boolean }
  | { kind: 'muted'; chat: Address; until: MutedUntil }
  | { kind: 'unread'; chat: Address; isUnread: boolean }
  | { kind: 'starred'; chat: Address; id: string; fromMe: boolean; isStarred: boolean }
  | { kind: 'cleared'; chat: Address; keepsStarred: boolean; atMs: number }
  | { kind: 'deleted'; chat: Address; atMs: number }
  /** `chat` is the person whose statuses are not shown. */
  | { kind: 'status_muted'; chat: Address; isMuted: boolean }

/** `news` in the order in which they came about. `isFirst`: what was so before anybody here knew of the account. */
export interface ChatNotice {
  isFirst: boolean
  /** When it was read. */
  atSec: number
  news: readonly ChatNews[]
}
