import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about proxies. */
export const useProxiesText = createTextHook(
  {
    en: () => import('../../i18n/en/clients/proxies.ts'),
    pt: () => import('../../i18n/pt/clients/proxies.ts'),
    es: () => import('../../i18n/es/clients/proxies.ts'),
  },
  ({ proxies }) => proxies,
)
