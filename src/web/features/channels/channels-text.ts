import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about channels of a number. */
export const useChannelsText = createTextHook(
  {
    en: () => import('../../i18n/en/clients/channels.ts'),
    pt: () => import('../../i18n/pt/clients/channels.ts'),
    es: () => import('../../i18n/es/clients/channels.ts'),
  },
  ({ channels }) => channels,
)
