/** Of which conversations somebody wants to be told; `mine`: those that are theirs, and those that wait and are nobody's. */
export const NOTICE_CHOICES = ['all', 'mine', 'none'] as const
export type NoticeChoice = (typeof NOTICE_CHOICES)[number]

/** What is told: a conversation began to wait for a person, was given to one, has one more message for whose it is, or a note that names somebody. */
export const NOTICE_KINDS = ['waiting', 'assigned', 'message', 'mention'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A push service keeps a message for a device that is away so long; nobody needs to know later. */
export const NOTICE_TTL_SEC = 3_600
