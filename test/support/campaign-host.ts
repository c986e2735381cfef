import { fromPhoneNumber } from '../../src/core/addresses.ts'
import { Refusal } from '../../src/core/errors.ts'
import { Campaigns } from '../../src/features/campaigns/index.ts'
import type { UsernameSearch } from '../../src/network/port.ts'
import { createIdSource } from '../../src/platform/ids.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { type DurableProcess, startDurableProcess, type WireMessage } from './durable-host.ts'

export interface CampaignHost extends DurableProcess {
  campaigns: Campaigns
}

interface CampaignHostOptions {
  url: string
  clientId: string
  wire: WireMessage[]
  /** Numbers that are not on the network. */
  missing: ReadonlySet<string>
  /** Numbers of accounts that are registered under another form, by the number that is asked. */
  registered?: ReadonlyMap<string, string>
  /** What the network says of usernames, in small letters; null: it cannot be asked. Others nobody has. */
  named?: ReadonlyMap<string, UsernameSearch | Refusal | null>
  /** Gets the numbers of each question to the network. */
  asked: string[][]
  die?: ((statement: string) => 'die' | undefined) | undefined
}

/** A process that takes the steps of campaigns beside what flows need of one. */
export async function startCampaignHost(options: CampaignHostOptions): Promise<CampaignHost> {
  const { url, clientId, wire, die } = options
  const host = await startDurableProcess({ url, clientId, wire, ...(die ? { onStatement: die } : {}) })
  const newId = createIdSource()
  const campaigns = new Campaigns({
    ...{ db: host.db, bus: askingBus(host, options), log: createLogger({ level: 'silent' }), newId },
    newMessageId: () => `3EB0${newId().replaceAll('-', '').slice(-18).toUpperCase()}`,
    storeEvents: (tx, events) => host.runs.ingest(tx, events, { step: false }),
    readTableRows: async () => [{ tel: '351912000001', who: 'Ana' }, { tel: 'none' }],
  })
  return Object.assign(host, { campaigns })
}

/** The owner answers about numbers as `checkNumbers` of src/network/baileys does: with the address of the registered form. */
function askingBus(
  { bus }: DurableProcess,
  {
    missing,
    registered,
    named,
    asked,
  }: Pick<CampaignHostOptions, 'missing' | 'registered' | 'named' | 'asked'>,
): DurableProcess['bus'] {
  return {
    ...bus,
    publish: (...of) => bus.publish(...of),
    async request(id, command, options) {
      if (command.name === 'chat.findUsername') {
        const { username } = command.input as { username: string }
        asked.push([`@${username}`])
        const found = named?.get(username)
        if (found instanceof Refusal) {
          const { code, message, data = {} } = found
          return { kind: 'error', error: { code, message, data } }
        }
        return found === null ? { kind: 'no_owner' } : { kind: 'ok', result: found ?? { state: 'unknown' } }
      }
      if (command.name !== 'chat.checkNumbers') return bus.request(id, command, options)
      const { phoneNumbers } = command.input as { phoneNumbers: string[] }
      asked.push(phoneNumbers)
      const result = phoneNumbers.map((phoneNumber) => {
        const exists = !missing.has(phoneNumber)
        const address = exists ? fromPhoneNumber(registered?.get(phoneNumber) ?? phoneNumber) : null
        return { phoneNumber, exists, address, lid: null }
      })
      return { kind: 'ok', result }
    },
  }
}
