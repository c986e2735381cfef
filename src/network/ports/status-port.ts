import type { Address } from '../../core/addresses.ts'
import type { StatusSetting } from '../../core/conversation/status-post.ts'
import type { NetworkAnswer } from './network-answer.ts'

/** To whom statuses go unless somebody says otherwise, as it is set at the account's phone. */
export interface StatusPrivacy {
  setting: StatusSetting
  /** Of an allowlist whom alone they go to, of a denylist to whom they do not. */
  people: readonly Address[]
}

/** Whom a status goes to, and nobody else; the account's own devices get it too. */
export interface StatusAudience {
  people: readonly Address[]
  /** What the network is told of it; null for what is no post. */
  setting: StatusSetting | null
}

export interface NetworkStatuses {
  /** Rejects when the client is not connected, or when the network does not answer in time. */
  privacy(): Promise<NetworkAnswer<StatusPrivacy>>
}
