import type { WASocket } from 'baileys'
import { type Address, toAddress } from '../../../core/addresses.ts'
import { STATUS_SETTINGS, type StatusSetting } from '../../../core/conversation/status-post.ts'
import type { NetworkAnswer, NetworkStatuses, StatusPrivacy } from '../../port.ts'
import { childOf, childrenOf, type WireNode } from '../../translate/group-nodes.ts'
import { ask, element, SERVER, withCode } from './ask.ts'

const NOT_FOUND = 404

/** As whatsmeow's `StatusPrivacyType` has them, and as zapo and the network's own apps call them elsewhere. */
const SETTINGS: Readonly<Record<string, StatusSetting>> = {
  ...Object.fromEntries(STATUS_SETTINGS.map((setting) => [setting, setting])),
  blacklist: 'denylist',
  whitelist: 'allowlist',
}

const TO_ALL: StatusPrivacy = { setting: 'contacts', people: [] }

/** Of the lists that there are the default one counts, else the first (whatsmeow's `GetStatusPrivacy`). */
function readPrivacy(answer: WireNode): StatusPrivacy {
  const lists = childrenOf(childOf(answer, 'privacy'), 'list')
  const list = lists.find(({ attrs }) => attrs.default === 'true') ?? lists[0]
  const setting = SETTINGS[list?.attrs.type ?? '']
  if (!list || !setting) return TO_ALL
  const people = childrenOf(list, 'user').flatMap(({ attrs }): Address[] =>
    attrs.jid ? [toAddress(attrs.jid)] : [],
  )
  return { setting, people }
}

/** What the network is asked of statuses. `open` throws while there is no connection. */
export class StatusActs implements NetworkStatuses {
  readonly #open: () => WASocket

  constructor(open: () => WASocket) {
    this.#open = open
  }

  /** Whoever never chose shows statuses to all of the address book. */
  async privacy(): Promise<NetworkAnswer<StatusPrivacy>> {
    const attrs = { to: SERVER, type: 'get', xmlns: 'status' }
    const answer = await withCode(async () =>
      readPrivacy(await ask(this.#open(), attrs, [element('privacy')])),
    )
    const isUnset = answer.kind === 'refused' && answer.networkCode === NOT_FOUND
    return isUnset ? { kind: 'answered', value: TO_ALL } : answer
  }
}
