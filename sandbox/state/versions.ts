/** `[2, 3000, revision]`, as clients tell it in `userAgent.appVersion`. */
export type ClientVersion = readonly [number, number, number]

/** What the network thinks of its clients' versions. */
export interface Versions {
  /** Refused is what is older; on the page is what is newest. */
  oldest: ClientVersion
  newest: ClientVersion
}

/**
 * The newest version that the real network is known to have refused is 2.3000.1035920091, in July 2026 (waha#2191; that of
 * whatsmeow#1164, in June, is older). What it said was newest then was 2.3000.1044017588.
 */
export const DEFAULT_VERSIONS: Versions = {
  oldest: [2, 3000, 1_035_920_092],
  newest: [2, 3000, 1_044_017_588],
}

export const isOlder = (a: ClientVersion, b: ClientVersion): boolean =>
  (a[0] - b[0] || a[1] - b[1] || a[2] - b[2]) < 0
