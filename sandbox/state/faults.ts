/** Faults in force for an account or for one of its devices. All off by default. */
export interface FaultSettings {
  /** The next so many messages of the client are processed but not acknowledged. */
  dropAcks: number
  /** The next so many deliveries to the client are sent twice. */
  duplicateDeliveries: number
  /** Every delivery to the client is this much late, in milliseconds. */
  delayMs: number
  /** While true, deliveries are kept back until `release`. */
  hold: boolean
  /** The socket stays open, but nothing is taken in or answered. */
  freeze: boolean
  /** The next so many messages of the client are refused with an error acknowledgement. */
  refuse: { code: number; count: number }
  /**
   * The next so many logins are refused with a reason: 401 the device is unknown, 402 the account is banned for
   * `expireS` seconds, 403 it is locked, 405 the client is too old, 406 it is banned.
   */
  refuseLogins: { code: number; count: number; expireS?: number }
  /** The network asks for the account's passkey before it links a device. */
  askPasskey: boolean
  /** So many of the phone's next scans make the network refresh the registration of the client, and link nothing. */
  refreshOnScan: number
  /**
   * The next so many requests for a code to type into the phone are refused: 400 as for a number that asked too often or
   * for anything else that is wrong, 429 for too many.
   */
  refuseCodes: { code: number; count: number }
  /** What the phone signs for a device that it links is signed with another key than it names. */
  forgePairing: boolean
  /** The next so many answers with changes of app state carry a wrong code. */
  corruptAppState: number
  /** The next so many answers with several changes of app state hold one of them, and say that there are more (`has_more_patches`). */
  pageAppState: number
  /**
   * Until when, in milliseconds, the account may not write to people it has never spoken with: such messages are
   * refused with 463, and its clients are told. 0 is no restriction.
   */
  timeLockUntilMs: number
  /** Messages to people whose trusted-contact token the client does not show are refused with 463. */
  requireTokens: boolean
  /**
   * The next so many requests about groups are answered with 429 `rate-overlimit`, as the network does to who asks too often
   * (Baileys #1061 and #796).
   */
  limitGroups: number
  /** The next so many messages are delivered and acknowledged as sent to an outdated list of devices. */
  staleDeviceLists: number
}

const NO_FAULTS: FaultSettings = {
  dropAcks: 0,
  duplicateDeliveries: 0,
  delayMs: 0,
  hold: false,
  freeze: false,
  refuse: { code: 0, count: 0 },
  refuseLogins: { code: 0, count: 0 },
  askPasskey: false,
  refreshOnScan: 0,
  refuseCodes: { code: 0, count: 0 },
  forgePairing: false,
  corruptAppState: 0,
  pageAppState: 0,
  timeLockUntilMs: 0,
  requireTokens: false,
  limitGroups: 0,
  staleDeviceLists: 0,
}

/** Faults by account number or by `number.device`; a device's own settings win over its account's. */
export class Faults {
  readonly #settings = new Map<string, FaultSettings>()

  /** Changes the settings of a number or a `number.device`. */
  set(key: string, change: Partial<FaultSettings>): FaultSettings {
    const settings = { ...(this.#settings.get(key) ?? NO_FAULTS), ...change }
    settings.refuse = { ...settings.refuse }
    settings.refuseLogins = { ...settings.refuseLogins }
    settings.refuseCodes = { ...settings.refuseCodes }
    this.#settings.set(key, settings)
    return settings
  }

  /** The settings that apply to a device, given as `number.device`. */
  of(address: string): FaultSettings {
    if (this.#settings.size === 0) return NO_FAULTS
    const number = address.slice(0, address.indexOf('.'))
    return this.#settings.get(address) ?? this.#settings.get(number) ?? NO_FAULTS
  }

  /** Uses one of a counted fault up; false when none is left. */
  take(
    address: string,
    fault:
      | 'dropAcks'
      | 'duplicateDeliveries'
      | 'corruptAppState'
      | 'pageAppState'
      | 'staleDeviceLists'
      | 'refreshOnScan'
      | 'limitGroups',
  ): boolean {
    const settings = this.of(address)
    if (settings[fault] <= 0) return false
    settings[fault] -= 1
    return true
  }

  /** The error code with which the next message of a device is to be refused, if any. */
  takeRefusal(address: string): number | undefined {
    const { refuse } = this.of(address)
    if (refuse.count <= 0) return undefined
    refuse.count -= 1
    return refuse.code
  }

  /** The error code with which the next request for a phone's code is to be refused, if any. */
  takeCodeRefusal(number: string): number | undefined {
    const { refuseCodes } = this.of(`${number}.0`)
    if (refuseCodes.count <= 0) return undefined
    refuseCodes.count -= 1
    return refuseCodes.code
  }

  /** How the next login of a device is to be refused, if at all. */
  takeLoginRefusal(address: string): { code: number; expireS?: number } | undefined {
    const { refuseLogins } = this.of(address)
    if (refuseLogins.count <= 0) return undefined
    refuseLogins.count -= 1
    return refuseLogins
  }

  clear(key?: string): void {
    if (key === undefined) this.#settings.clear()
    else this.#settings.delete(key)
  }
}
