/** How far the network itself says an account has gone; it warns twice before it refuses. */
export type NewChatLevel = 'none' | 'first_warning' | 'second_warning' | 'capped'

/**
 * How many chats an account may begin with people who do not know it, as the network said last. Times in milliseconds
 * since 1970; null where the network does not say.
 */
export interface NewChatQuota {
  /** Null: as many as it likes. */
  total: number | null
  used: number
  level: NewChatLevel
  cycleStartMs: number | null
  cycleEndMs: number | null
}

/**
 * Why nothing is sent to people without a conversation. `REACH_OUT_RESTRICTED`: the network forbids it;
 * `NEW_CHAT_LIMIT`: the account has begun as many chats as it may, or all but those that are left to its phone.
 */
export type ColdReason = 'REACH_OUT_RESTRICTED' | 'NEW_CHAT_LIMIT'

export interface ColdPause {
  reason: ColdReason
  untilMs: number
}

/** The last tenth of what the network allows is left to whoever holds the account's phone. */
const KEPT_PART = 10

/** Once so many chats of a period are begun, this service begins none any more. */
export const mostNewChats = (total: number): number => total - Math.ceil(total / KEPT_PART)
