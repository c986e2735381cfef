/** The network's own refusal is an answer: its code tells why, and nothing was changed. */
export type NetworkAnswer<T> = { kind: 'answered'; value: T } | { kind: 'refused'; networkCode: number }
