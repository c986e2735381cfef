import { InputError } from '../protocol/addresses.ts'
import type { Blob } from '../state/blobs.ts'
import type { MediaFaultSettings } from '../state/media-faults.ts'
import type { Network } from '../state/network.ts'

/** Looks at and spoils what is on the media server. */
export interface MediaControls {
  /** The encrypted files, oldest first. */
  blobs(): readonly Readonly<Blob>[]
  /**
   * Stops serving files: those a message of anybody's inbox refers to, or all. They answer 410 from then on; the
   * account's phone uploads them again when asked, unless it is said to have `lost` them too. Gives their number.
   */
  expire(options?: { messageId?: string; lost?: boolean }): number
  /** Changes what goes wrong; what is not named stays as it is. Gives the settings now in force. */
  set(change: Partial<MediaFaultSettings>): MediaFaultSettings
  clear(): void
}

function findBlobs(network: Network, messageId: string): Blob[] {
  const found = new Map<string, Blob>()
  for (const { number } of network.directory.users()) {
    for (const message of network.mailboxes.of(number).inbox) {
      if (message.id !== messageId || message.media === undefined) continue
      const blob = network.media.find(message.media.directPath)
      if (blob !== undefined) found.set(blob.id, blob)
    }
  }
  if (found.size === 0) throw new InputError(`no message "${messageId}" with media was received`)
  return [...found.values()]
}

export function createMediaControls(network: Network): MediaControls {
  const { blobs, faults } = network.media
  return {
    blobs: () => [...blobs.all()],
    expire: ({ messageId, lost = false } = {}) => {
      const chosen = messageId === undefined ? [...blobs.all()] : findBlobs(network, messageId)
      for (const blob of chosen) blobs.setState(blob, lost ? 'lost' : 'expired')
      return chosen.length
    },
    set: (change) => faults.set(change),
    clear: () => faults.clear(),
  }
}
