import { useQuery } from '@tanstack/react-query'
import { queries } from '../../app/api.ts'
import { useMay } from '../../app/workspace.ts'
import { useText } from '../../i18n/language.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { BeginLink } from './begin-link.tsx'

/** On a number that is connected while no flow answers on it. */
export function NextStepCard({ clientId }: { clientId: string }) {
  const { flows: text } = useText()
  const may = useMay()
  const flows = useQuery(queries.flows.list.queryOptions({ input: {} }))
  const answers = flows.data?.some((flow) => flow.clientId === clientId && flow.status === 'published')
  if (!flows.data || answers || !may('build')) return null
  return (
    <SectionCard
      title={text.nextTitle}
      description={text.nextBody}
      className="border-accent/40 bg-accent-soft"
    >
      <BeginLink clientId={clientId} />
    </SectionCard>
  )
}
