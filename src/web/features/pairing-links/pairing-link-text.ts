import { pairingLink as en } from '../../i18n/en/clients/pairing-link.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { pairingLink as pt } from '../../i18n/pt/clients/pairing-link.ts'

/** The strings about links by which somebody else links their phone. */
export const usePairingLinkText = createTextHook<typeof en>({ en, pt })

/** Why a link leads nowhere, as the page tells it. */
export type LinkEnd = keyof typeof en.over
