import type { Bus } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import type { Database } from '../../db/client.ts'
import { Calls } from '../../features/calls/index.ts'
import { Channels } from '../../features/channels/index.ts'
import { Groups } from '../../features/groups/index.ts'
import { createPictureMaker, createPictures, type Media } from '../../features/media/index.ts'
import { createContactPresenceHandlers } from '../../features/presence/index.ts'
import { Profile } from '../../features/profile/index.ts'
import { WhatsappLabels } from '../../features/whatsapp-labels/index.ts'
import { newId } from '../../platform/ids.ts'

/** What is done with the accounts of clients themselves, straight at the network. */
export function createAccountHandlers(deps: {
  db: Database
  bus: Bus
  newMessageId(): string
  nowMs(): number
  media?: Pick<Media, 'keepBytes'> | undefined
}): Pick<Handlers, 'groups' | 'profile' | 'calls' | 'channels' | 'whatsappLabels' | 'presence'> {
  const shared = { ...deps, newId, makePicture: createPictureMaker(createPictures()) }
  return {
    groups: new Groups(shared).handlers,
    profile: new Profile(shared).handlers,
    calls: new Calls(shared).handlers,
    channels: new Channels(shared).handlers,
    whatsappLabels: new WhatsappLabels(shared).handlers,
    presence: createContactPresenceHandlers(shared),
  }
}
