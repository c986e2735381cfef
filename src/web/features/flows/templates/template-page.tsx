import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { queries } from '../../../app/api.ts'
import { useMay } from '../../../app/workspace.ts'
import { useText } from '../../../i18n/language.tsx'
import { NotFoundPage } from '../../../shell/not-found-page.tsx'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, SectionCard } from '../../../ui/card.tsx'
import { classes } from '../../../ui/classes.ts'
import { useNotify } from '../../../ui/messages/notify.ts'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { Page } from '../../../ui/page.tsx'
import { bubbleLook } from '../../conversations/thread/bubble-look.ts'
import { ClientField } from '../client-field.tsx'
import { useTemplate, useTemplatesText, useTemplateUse } from './template-data.ts'
import { TemplatePicture } from './template-picture.tsx'
import {
  isInManyLanguages,
  isTemplateName,
  type Line,
  readConversation,
  readNeeds,
  readTables,
  type TemplateDocument,
  type TemplateName,
} from './templates.ts'

/** A conversation that was recorded with the flow; it is what its first case holds it to. */
function Conversation({ lines }: { lines: readonly Line[] }) {
  const text = useTemplatesText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section aria-label={text.conversation} tabIndex={0} className="max-h-[34rem] overflow-y-auto p-4">
      <ol className="space-y-2">
        {lines.map(({ from, text: said }, place) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their place
            key={place}
            className={classes('flex', from === 'flow' ? 'justify-end' : 'justify-start')}
          >
            <p
              dir="auto"
              className={classes(
                'max-w-[85%] text-sm break-words whitespace-pre-line',
                bubbleLook(from === 'flow'),
              )}
            >
              <span className="sr-only">{text.from[from]}: </span>
              {said}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What comes with it, and what is left to set up. */
function Contents({ template }: { template: TemplateDocument }) {
  const text = useTemplatesText()
  const { secrets, needsModel } = readNeeds(template)
  const lines = [
    text.steps(template.nodes.length),
    ...readTables(template, Date.now()).map(([name, { rows = [] }]) => text.table(name, rows.length)),
    text.cases(template.testCases?.length ?? 0),
    ...(needsModel ? [text.model] : []),
    ...secrets.map(text.secret),
  ]
  return (
    <ul className="list-disc space-y-1.5 ps-5 text-sm">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function UseForm({ template }: { template: TemplateDocument }) {
  const { flows } = useText()
  const text = useTemplatesText()
  const navigate = useNavigate()
  const notify = useNotify()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const use = useTemplateUse(({ id, name }) => {
    notify.done(flows.imported(name))
    void navigate({ to: '/flows/$flowId/edit', params: { flowId: id } })
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const clientId = String(new FormData(event.currentTarget).get('client') ?? '') || null
    use.mutate({ template, clientId })
  }
  if (!clients.data) return <LoadingRows />
  return (
    <form onSubmit={submit} className="mt-5 space-y-5">
      <ClientField clients={clients.data} />
      {use.isError && <ErrorState error={use.error} onRetry={() => use.reset()} />}
      <Button type="submit" busy={use.isPending} className="w-full">
        {text.use}
      </Button>
    </form>
  )
}

function ShownTemplate({ name }: { name: TemplateName }) {
  const text = useTemplatesText()
  const may = useMay()
  const template = useTemplate(name)
  const { title, summary } = text.all[name]
  const lines = template.data ? readConversation(template.data) : []
  return (
    <Page title={title} intro={summary} lead={<BackLink to="/flows/templates">{text.title}</BackLink>}>
      <Card role="img" aria-label={text.picture} className="mb-6 hidden h-64 bg-sunken p-5 sm:block">
        <TemplatePicture name={name} />
      </Card>
      {template.isPending && <LoadingRows />}
      {template.isError && <ErrorState error={template.error} onRetry={() => void template.refetch()} />}
      {template.data && (
        <div className={classes('grid items-start gap-6', lines.length > 0 && 'lg:grid-cols-[3fr_2fr]')}>
          {lines.length > 0 && (
            <Card className="overflow-hidden">
              <Conversation lines={lines} />
            </Card>
          )}
          <SectionCard
            title={text.contents}
            description={isInManyLanguages(name) ? text.manyLanguages : text.oneLanguage}
          >
            <Contents template={template.data} />
            {may('build') && <UseForm template={template.data} />}
          </SectionCard>
        </div>
      )}
    </Page>
  )
}

/** One template: a conversation with it, what it brings along, and the button that makes it a flow of one's own. */
export function TemplatePage() {
  const { name } = useParams({ from: '/app/flows/templates/$name' })
  return isTemplateName(name) ? <ShownTemplate name={name} /> : <NotFoundPage />
}
