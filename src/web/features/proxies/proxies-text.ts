import { proxies as en } from '../../i18n/en/clients/proxies.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { proxies as pt } from '../../i18n/pt/clients/proxies.ts'

/** The strings about proxies. */
export const useProxiesText = createTextHook<typeof en>({ en, pt })
