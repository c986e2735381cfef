import { useSearch } from '@tanstack/react-router'
import { CampaignPage } from './campaign-page.tsx'
import { CampaignsPage } from './campaigns-page.tsx'
import { NewCampaignPage } from './new-campaign-page.tsx'
import { OptOutsPage } from './opt-outs-page.tsx'

/** All campaigns, one of them, one that is being written, or who wants none. */
export function Campaigns() {
  const { client, id } = useSearch({ from: '/app/campaigns' })
  if (id === 'new') return <NewCampaignPage />
  if (id === 'opted-out') return <OptOutsPage />
  return client && id ? <CampaignPage key={id} clientId={client} campaignId={id} /> : <CampaignsPage />
}
