import { useQuery } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { CampaignForm } from './campaign-form.tsx'
import { useCampaignsText } from './campaigns-text.ts'

/** Writes a campaign and sees whom it reaches before it is there. */
export function NewCampaignPage() {
  const text = useCampaignsText()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  return (
    <Page title={text.create} lead={<BackLink to="/campaigns">{text.title}</BackLink>}>
      {clients.isPending && <LoadingRows />}
      {clients.isError && <ErrorState error={clients.error} onRetry={() => void clients.refetch()} />}
      {clients.data && (
        <CampaignForm
          campaign={null}
          clients={clients.data.map(({ id, name }) => ({ id, name: name ?? id }))}
        />
      )}
    </Page>
  )
}
