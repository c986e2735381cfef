import type { WASocket } from 'baileys'
import type { NetworkEvent, PresenceNews } from '../../port.ts'
import type { SignalKeys } from '../keys/signal-keys.ts'
import { ChannelActs } from './channel-acts.ts'
import { PersonActs } from './person-acts.ts'
import { PresenceActs } from './presence-acts.ts'
import { ProfileActs } from './profile-acts.ts'
import { StatusActs } from './status-acts.ts'

/** What an account does beside messages and groups, over one connection. `open` throws while there is none. */
export class AccountActs {
  readonly profile: ProfileActs
  readonly persons: PersonActs
  readonly channels: ChannelActs
  readonly presence: PresenceActs
  readonly statuses: StatusActs
  readonly #push: (event: NetworkEvent) => void

  constructor(open: () => WASocket, push: (event: NetworkEvent) => void) {
    this.profile = new ProfileActs(open)
    this.persons = new PersonActs(open, push)
    this.channels = new ChannelActs(open)
    this.presence = new PresenceActs(open)
    this.statuses = new StatusActs(open)
    this.#push = push
  }

  listen(socket: WASocket, keys: SignalKeys, onPresence: (news: PresenceNews) => void): void {
    this.profile.listen(socket, keys, this.#push)
    this.persons.listen(socket)
    this.presence.listen(socket, onPresence)
  }
}
