import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network } from '../../state/network.ts'
import type { Session } from '../../state/session.ts'

/** What the network says to a request: content of a result, or an error with the protocol's code. */
export type IqAnswer = { content?: BinaryNode[]; afterwards?: () => void } | { code: number; text: string }

/** Answers one kind of request. `afterwards` in the answer runs after the result has been sent. */
export type IqHandler = (network: Network, session: Session, iq: BinaryNode) => IqAnswer

export const OK: IqAnswer = {}
export const NOT_FOUND: IqAnswer = { code: 404, text: 'item-not-found' }
export const NOT_AUTHORIZED: IqAnswer = { code: 401, text: 'not-authorized' }
export const FORBIDDEN: IqAnswer = { code: 403, text: 'forbidden' }
export const NOT_ACCEPTABLE: IqAnswer = { code: 406, text: 'not-acceptable' }
export const CONFLICT: IqAnswer = { code: 409, text: 'conflict' }
export const GONE: IqAnswer = { code: 410, text: 'gone' }
export const BAD_REQUEST: IqAnswer = { code: 400, text: 'bad-request' }
export const FAILED: IqAnswer = { code: 500, text: 'internal-server-error' }
export const NOT_IMPLEMENTED = { code: 501, text: 'feature-not-implemented' } satisfies IqAnswer
export const RATE_LIMITED: IqAnswer = { code: 429, text: 'rate-overlimit' }
