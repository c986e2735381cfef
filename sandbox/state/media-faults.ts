/** What goes wrong on the media server, for everybody. All off by default; counts run down by one each time. */
export interface MediaFaultSettings {
  /** The next so many uploads are answered with this HTTP status. */
  refuseUploads: { status: number; count: number }
  /** The connection of the next so many uploads is cut while the file is on its way. */
  cutUploads: number
  /** The next so many uploads are taken in and never answered. */
  stallUploads: number
  /** The next so many downloads are answered with this HTTP status. */
  refuseDownloads: { status: number; count: number }
  /** The next so many downloads end halfway, with the connection. */
  cutDownloads: number
  /** The next so many downloads stop halfway and stay open. */
  stallDownloads: number
  /** The next so many downloads have one byte changed. */
  corruptDownloads: number
  /** How fast downloads are sent, in bytes a second; 0 is as fast as they are taken. */
  bytesPerSecond: number
}

const NO_FAULTS: MediaFaultSettings = {
  refuseUploads: { status: 0, count: 0 },
  cutUploads: 0,
  stallUploads: 0,
  refuseDownloads: { status: 0, count: 0 },
  cutDownloads: 0,
  stallDownloads: 0,
  corruptDownloads: 0,
  bytesPerSecond: 0,
}

type Counted = 'cutUploads' | 'stallUploads' | 'cutDownloads' | 'stallDownloads' | 'corruptDownloads'

/** The faults of the media server in force. */
export class MediaFaults {
  #settings = structuredClone(NO_FAULTS)

  get settings(): MediaFaultSettings {
    return this.#settings
  }

  set(change: Partial<MediaFaultSettings>): MediaFaultSettings {
    this.#settings = structuredClone({ ...this.#settings, ...change })
    return this.#settings
  }

  clear(): void {
    this.#settings = structuredClone(NO_FAULTS)
  }

  take(fault: Counted): boolean {
    if (this.#settings[fault] <= 0) return false
    this.#settings[fault] -= 1
    return true
  }

  takeRefusal(fault: 'refuseUploads' | 'refuseDownloads'): number | undefined {
    const refusal = this.#settings[fault]
    if (refusal.count <= 0) return undefined
    refusal.count -= 1
    return refusal.status
  }
}
