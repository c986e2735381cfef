import { useSearch } from '@tanstack/react-router'
import { CampaignPage } from './campaign-page.tsx'
import { CampaignsPage } from './campaigns-page.tsx'
import { NewCampaignPage } from './new-campaign-page.tsx'

/** All campaigns, one of them, or one that is being written. */
export function Campaigns() {
  const { client, id } = useSearch({ from: '/app/campaigns' })
  if (id === 'new') return <NewCampaignPage />
  return client && id ? <CampaignPage key={id} clientId={client} campaignId={id} /> : <CampaignsPage />
}
