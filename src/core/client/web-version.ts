/** The version of WhatsApp Web that a client tells the network: `[2, 3000, revision]`. */
export type WebVersion = readonly [number, number, number]

const WRITTEN = /^(\d{1,4})\.(\d{1,6})\.(\d{1,12})$/

/** Reads `2.3000.1043857760`; null when it is written otherwise. */
export function parseWebVersion(text: string): WebVersion | null {
  const parts = WRITTEN.exec(text)
  return parts ? [Number(parts[1]), Number(parts[2]), Number(parts[3])] : null
}

export const formatWebVersion = (version: WebVersion): string => version.join('.')

/** Below 0 when `a` is the older one, 0 when they are the same. */
export function compareWebVersions(a: WebVersion, b: WebVersion): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}
