import { DEFAULT_CONNECTION_CONFIG } from 'baileys'
import type { WebVersion } from '../../core/client/web-version.ts'

/** What the library pins, and when that was published (7.0.0-rc14 in the registry): whoever changes the library sets both. */
export const BUILT_IN_VERSION: { version: WebVersion; releasedAtMs: number } = {
  version: DEFAULT_CONNECTION_CONFIG.version,
  releasedAtMs: Date.parse('2026-08-07T11:50:48Z'),
}
