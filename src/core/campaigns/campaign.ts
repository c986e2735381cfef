/** `planned` waits for its time. `done`: everybody had their turn; `cancelled`: somebody ended it before. */
export const CAMPAIGN_STATES = ['draft', 'planned', 'running', 'paused', 'done', 'cancelled'] as const
export type CampaignState = (typeof CAMPAIGN_STATES)[number]

/** Why it is paused: a person; an hour too late; what it cannot go on without is gone; its audience cannot be read. */
export const PAUSE_REASONS = ['person', 'late', 'flow_gone', 'file_gone', 'audience'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]

/** Why somebody of the audience is not reached. */
export const LEFT_OUT_REASONS = [
  /** Neither a phone number nor the address of a person. */
  'no_number',
  /** The same person is in the audience before. */
  'twice',
  /** Blocked for automation. */
  'blocked',
  /** They asked for no campaigns. */
  'opted_out',
  /** People look after the chat just then. */
  'with_person',
  /** The number is not on the network. */
  'not_on_network',
  /** Nobody is found by the username. */
  'username_unknown',
  /** They are found with the key of their username alone. */
  'username_key_needed',
  /** The network was asked several times who has their username, and did not say it. */
  'username_not_answered',
  /** Another flow is under way with them. */
  'busy',
  /** The campaign ended before their turn. */
  'cancelled',
] as const
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

/**
 * How far one person is: `waiting` for their turn, then `queued` until the network has the message. Each of the next four
 * includes those before it.
 */
export const PERSON_STATES = [
  'waiting',
  'queued',
  'sent',
  'delivered',
  'read',
  'answered',
  'failed',
  'left_out',
] as const
export type PersonState = (typeof PERSON_STATES)[number]

export interface CampaignPace {
  atOnce: number
  perMinute: number
}

/** How many have their turn together, so that a fast campaign does not need a step for each. */
export const stepSize = ({ atOnce, perMinute }: CampaignPace, isFirst: boolean): number =>
  isFirst ? atOnce : Math.max(1, Math.round(perMinute / 30))

/** When the next have their turn after `taken` had theirs. */
export const pauseAfterMs = ({ perMinute }: CampaignPace, taken: number, isFirst: boolean): number =>
  ((isFirst ? 1 : Math.max(1, taken)) * 60_000) / perMinute

/** How long it takes until everybody had their turn. */
export const minutesFor = ({ atOnce, perMinute }: CampaignPace, people: number): number =>
  Math.max(0, people - atOnce) / perMinute
