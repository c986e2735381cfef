import type { PersonAddresses } from '../inbound-message.ts'

/**
 * `found`: its id is another as soon as there is another picture; the link works without a key, for some days. `none`: there is no
 * picture; `hidden`: the account may not see it, or whether there is one.
 */
export type ProfilePicture = { state: 'found'; id: string; url: string } | { state: 'none' | 'hidden' }

/** Somebody has another picture, or none any more. */
export interface PictureNotice {
  /** The network's own id of saying so. */
  id: string
  who: PersonAddresses
  /** Of whom the account has not saved no more is told than a hash of their LID. */
  hash: string | null
  /** Null when it was removed, and where the network does not say. */
  pictureId: string | null
  isRemoved: boolean
}
