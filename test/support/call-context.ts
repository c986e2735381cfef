import { type CallContext, toOwner } from '../../src/contract/handlers.ts'

/** A call of somebody by a key without limits, as handlers get it. */
export const callContextOf = (userId: string): CallContext => ({
  owner: toOwner(userId),
  principal: { userId, role: 'user', plan: 'pro', via: 'key' },
  requestId: 'test',
  signal: new AbortController().signal,
})
