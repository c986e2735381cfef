import { committed } from '../infra/journal.ts'
import { InputError } from '../protocol/addresses.ts'
import { unlinkCompanion } from '../protocol/linking.ts'
import { acceptPairing } from '../protocol/pairing.ts'
import { RichPhone } from './rich-phone.ts'

/** A device linked to an account, as the account's phone lists it. */
export interface LinkedDevice {
  device: number
  jid: string
  online: boolean
  /** How many stanzas wait for it or are not confirmed yet. */
  waiting: number
  pairedAt: number
}

/** An account's own phone: device 0 of its number, whose messages its linked devices see as their own. */
export class Phone extends RichPhone {
  get devices(): LinkedDevice[] {
    return [...this.user.companions.values()].map(({ address, record }) => ({
      device: record.device,
      jid: this.user.jid('pn', record.device),
      online: this.network.sessions.has(address),
      waiting: this.network.queues.size(address),
      pairedAt: record.pairedAt,
    }))
  }

  /** Scans the QR a client shows. Resolves once the client has been told; it logs in by itself afterwards. */
  async scan(qr: string): Promise<{ jid: string }> {
    const { device } = acceptPairing(this.network, this.user, qr)
    await committed(this.network.journal)
    return { jid: this.user.jid('pn', device) }
  }

  /** Unlinks a device, or all of them: the client's connection ends with 401 and it must be paired again. */
  async logoutDevice(device?: number): Promise<void> {
    const chosen = [...this.user.companions.values()].filter(
      ({ record }) => device === undefined || record.device === device,
    )
    if (chosen.length === 0) throw new InputError(`${this.number} has no such linked device`)
    for (const companion of chosen) unlinkCompanion(this.network, companion)
    await committed(this.network.journal)
  }
}
