import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about campaigns. */
export const useCampaignsText = createTextHook(
  {
    en: () => import('../../i18n/en/data/campaigns.ts'),
    pt: () => import('../../i18n/pt/data/campaigns.ts'),
    es: () => import('../../i18n/es/data/campaigns.ts'),
  },
  ({ campaigns }) => campaigns,
)
