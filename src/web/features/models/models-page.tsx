import { BotMessageSquare, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Table } from '../../ui/table.tsx'
import { type Model, useModels } from './model-data.ts'
import { ModelDialog } from './model-dialog.tsx'
import { ModelRow } from './model-row.tsx'
import { useModelsText } from './models-text.ts'
import { RemoveModelDialog } from './remove-model-dialog.tsx'

type Opened = { action: 'create' } | { action: 'change' | 'remove'; name: string }

function ModelTable({ models }: { models: readonly Model[] }) {
  const text = useModelsText()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const create = (
    <Button right="manage" onClick={() => setOpened({ action: 'create' })}>
      <Plus aria-hidden />
      {text.create}
    </Button>
  )
  const keyless = models.filter(({ isKeyMissing }) => isKeyMissing).map(({ name }) => name)
  const named = opened && opened.action !== 'create' ? opened.name : null
  const columns = [
    { name: text.columns.name },
    { name: text.columns.server, className: 'hidden md:table-cell' },
    { name: text.columns.used },
    { name: text.columns.key, className: 'hidden sm:table-cell' },
    { name: <span className="sr-only">{text.columns.actions}</span> },
  ]
  return (
    <Page title={text.title} intro={text.intro} actions={models.length > 0 && create}>
      {keyless.length > 0 && (
        <p className="mb-4 flex items-start gap-2.5 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {text.keyMissingBody(keyless)}
        </p>
      )}
      <Card>
        {models.length === 0 && (
          <EmptyState icon={BotMessageSquare} title={text.empty} action={create}>
            {text.emptyBody}
          </EmptyState>
        )}
        {models.length > 0 && (
          <Table label={text.title} columns={columns}>
            {models.map((model) => (
              <ModelRow
                key={model.name}
                model={model}
                onChange={() => setOpened({ action: 'change', name: model.name })}
                onRemove={() => setOpened({ action: 'remove', name: model.name })}
              />
            ))}
          </Table>
        )}
      </Card>
      {(opened?.action === 'create' || opened?.action === 'change') && (
        <ModelDialog
          model={models.find(({ name }) => name === named) ?? null}
          taken={models.map(({ name }) => name)}
          onClose={close}
        />
      )}
      {opened?.action === 'remove' && <RemoveModelDialog name={opened.name} onClose={close} />}
    </Page>
  )
}

/** The person's language models: where they are, and how much of them is used. */
export function ModelsPage() {
  const text = useModelsText()
  const models = useModels()
  if (models.data) return <ModelTable models={models.data} />
  return (
    <Page title={text.title} intro={text.intro}>
      <Card>
        {models.isPending && <LoadingRows rows={3} />}
        {models.isError && <ErrorState error={models.error} onRetry={() => void models.refetch()} />}
      </Card>
    </Page>
  )
}
