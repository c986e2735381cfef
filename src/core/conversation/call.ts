/**
 * What became of a call to the account. `answered` on the phone or another of its devices; `refused` there, by the service or
 * by somebody through it; `missed`: nobody took it until the caller gave up.
 */
export const CALL_STATES = ['ringing', 'answered', 'refused', 'missed'] as const
export type CallState = (typeof CALL_STATES)[number]
