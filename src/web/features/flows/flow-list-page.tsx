import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChefHat, LayoutTemplate, Upload, Workflow } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useMay } from '../../app/workspace.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { BeginLink } from '../start/begin-link.tsx'
import { buildDistinctNames } from './flow-names.ts'
import { FlowRow } from './flow-row.tsx'
import { NewFlowButton } from './new-flow-button.tsx'

/** It reads flows and Typebots, which takes the engine's own code. */
const ImportFlowDialog = lazy(async () => ({
  default: (await import('./import-flow-dialog.tsx')).ImportFlowDialog,
}))

const RecipesDialog = lazy(async () => ({
  default: (await import('./recipes/recipes-dialog.tsx')).RecipesDialog,
}))

/** All flows of the person, with what is published. */
export function FlowListPage() {
  const { flows: text } = useText()
  const may = useMay()
  const [isImporting, setImporting] = useState(false)
  const [areRecipesOpen, setRecipesOpen] = useState(false)
  const flows = useQuery(queries.flows.list.queryOptions({ input: {} }))
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const actions = may('build') && (
    <>
      <Button variant="secondary" asChild>
        <Link to="/flows/templates">
          <LayoutTemplate aria-hidden />
          {text.templates}
        </Link>
      </Button>
      <Button variant="secondary" onClick={() => setRecipesOpen(true)}>
        <ChefHat aria-hidden />
        {text.recipes}
      </Button>
      <Button variant="secondary" onClick={() => setImporting(true)}>
        <Upload aria-hidden />
        {text.import}
      </Button>
      <NewFlowButton clients={clients.data ?? []} />
    </>
  )
  const names = buildDistinctNames(flows.data ?? [])
  const columns = [
    { name: text.columns.name },
    { name: text.columns.client, className: 'hidden md:table-cell' },
    { name: text.columns.state, className: 'hidden sm:table-cell' },
    { name: text.columns.updated, className: 'hidden lg:table-cell' },
    { name: <span className="sr-only">{text.publish}</span> },
  ]
  return (
    <Page title={text.title} intro={text.intro} actions={flows.data?.length ? actions : undefined}>
      <Card>
        {flows.isPending && <LoadingRows />}
        {flows.isError && <ErrorState error={flows.error} onRetry={() => void flows.refetch()} />}
        {flows.data?.length === 0 && (
          <EmptyState
            icon={Workflow}
            title={text.empty}
            action={
              may('build') && (
                <div className="flex flex-wrap justify-center gap-2">
                  <BeginLink />
                  {actions}
                </div>
              )
            }
          >
            {text.emptyBody}
          </EmptyState>
        )}
        {flows.data && flows.data.length > 0 && (
          <Table label={text.title} columns={columns}>
            {flows.data.map((flow) => (
              <FlowRow
                key={flow.id}
                flow={flow}
                name={names.get(flow.id) ?? flow.name}
                clients={clients.data ?? []}
              />
            ))}
          </Table>
        )}
      </Card>
      {areRecipesOpen && (
        <Suspense>
          <RecipesDialog clients={clients.data ?? []} onClose={() => setRecipesOpen(false)} />
        </Suspense>
      )}
      {isImporting && (
        <Suspense>
          <ImportFlowDialog clients={clients.data ?? []} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </Page>
  )
}
