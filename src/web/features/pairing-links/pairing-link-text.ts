import type { pairingLink as en } from '../../i18n/en/clients/pairing-link.ts'
import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about links by which somebody else links their phone. */
export const usePairingLinkText = createTextHook(
  {
    en: () => import('../../i18n/en/clients/pairing-link.ts'),
    pt: () => import('../../i18n/pt/clients/pairing-link.ts'),
    es: () => import('../../i18n/es/clients/pairing-link.ts'),
  },
  ({ pairingLink }) => pairingLink,
)

/** Why a link leads nowhere, as the page tells it. */
export type LinkEnd = keyof typeof en.over
