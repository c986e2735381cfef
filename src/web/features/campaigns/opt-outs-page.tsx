import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, HandMetal, Plus } from 'lucide-react'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { writeCsv } from '../../../core/csv.ts'
import { api, queries } from '../../app/api.ts'
import { downloadText } from '../../app/download.ts'
import { readForm } from '../../app/read-form.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { Dialog, FormActions } from '../../ui/messages/dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { useCampaignChange } from './campaign-data.ts'
import { useCampaignsText } from './campaigns-text.ts'

type OptOut = Awaited<ReturnType<typeof api.campaigns.optOuts.list>>[number]

const PAGE = 50
const FILE_PAGE = 1_000

function useHow(): (one: OptOut) => string {
  const { optOuts: text } = useCampaignsText()
  return ({ by, campaign }) =>
    by === null ? text.by.unknown : text.by[by.kind](by.name ?? campaign?.name ?? null)
}

async function readAll(clientId: string, search: string): Promise<OptOut[]> {
  const all: OptOut[] = []
  for (;;) {
    const asked = { clientId, offset: all.length, limit: FILE_PAGE, ...(search && { search }) }
    const some = await api.campaigns.optOuts.list(asked)
    all.push(...some)
    if (some.length < FILE_PAGE) return all
  }
}

function OptOutRow({ one, clientId }: { one: OptOut; clientId: string }) {
  const { optOuts: text } = useCampaignsText()
  const dates = useDates()
  const readable = useReadable()
  const howOf = useHow()
  const change = useCampaignChange()
  const { jid, name, phoneNumber, createdAt, campaign } = one
  const who = name ?? phoneNumber ?? readable(jid)
  const how = howOf(one)
  const act = () => api.campaigns.optOuts.set({ clientId, contactJid: jid, value: false })
  return (
    <tr>
      <Cell className="max-w-56">
        <Link
          to="/inbox"
          search={{ client: clientId, chat: jid }}
          className="block truncate rounded font-medium hover:underline"
        >
          <bdi>{who}</bdi>
        </Link>
        {name && <span className="block text-[0.8125rem] text-ink-soft tabular-nums">{phoneNumber}</span>}
        <span className="block text-[0.8125rem] text-ink-soft sm:hidden">
          {how} · {dates.near(createdAt)}
        </span>
      </Cell>
      <Cell className="hidden text-ink-soft sm:table-cell">
        {campaign ? (
          <Link
            to="/campaigns"
            search={{ client: clientId, id: campaign.id }}
            className="rounded hover:underline"
          >
            {how}
          </Link>
        ) : (
          how
        )}
      </Cell>
      <Cell className="hidden whitespace-nowrap text-ink-soft sm:table-cell">{dates.near(createdAt)}</Cell>
      <Cell className="text-end">
        <ConfirmButton
          right="build"
          variant="quiet"
          size="small"
          busy={change.isPending}
          question={{ title: text.removeTitle(who), description: text.removeBody, action: text.remove }}
          onConfirm={(close) => change.mutate({ act, done: text.removed(who) }, { onSettled: close })}
        >
          {text.remove}
        </ConfirmButton>
      </Cell>
    </tr>
  )
}

function AddDialog({ clientId, onClose }: { clientId: string; onClose: () => void }) {
  const { optOuts: text } = useCampaignsText()
  const change = useCampaignChange(onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const phone = readForm(event.currentTarget)('phone')
    const act = () => api.campaigns.optOuts.set({ clientId, contactJid: phone, value: true })
    if (phone) change.mutate({ act, done: text.added(phone) })
  }
  return (
    <Dialog open onOpenChange={onClose} title={text.add} description={text.addBody}>
      <form onSubmit={submit}>
        <Field label={text.phone} hint={text.phoneHint}>
          {(control) => <Input {...control} name="phone" type="tel" required maxLength={60} />}
        </Field>
        <FormActions action={text.add} busy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

interface ListProps {
  clients: readonly { id: string; name: string }[]
}

function OptOutList({ clients }: ListProps) {
  const { optOuts: text, people } = useCampaignsText()
  const notify = useNotify()
  const howOf = useHow()
  const [clientId, setClientId] = useState(clients[0]?.id ?? '')
  const [typed, setTyped] = useState('')
  const [isAdding, setAdding] = useState(false)
  const search = useDeferredValue(typed.trim())
  const list = useInfiniteQuery(
    queries.campaigns.optOuts.list.infiniteOptions({
      input: (offset: number) => ({ clientId, offset, limit: PAGE, ...(search && { search }) }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
    }),
  )
  const rows = list.data?.pages.flat() ?? []
  const save = useMutation({
    async mutationFn() {
      const all = await readAll(clientId, search)
      const lines = all.map((one) => ({ ...one, by: howOf(one), campaign: one.campaign?.name ?? '' }))
      const names = ['phoneNumber', 'jid', 'name', 'createdAt', 'by', 'campaign']
      downloadText(`${text.title}.csv`, writeCsv(names, lines), 'text/csv')
    },
    onError: notify.failed,
  })
  const columns = [
    { name: text.columns.who },
    { name: text.columns.how, className: 'hidden sm:table-cell' },
    { name: text.columns.when, className: 'hidden sm:table-cell' },
    { name: <span className="sr-only">{text.columns.actions}</span> },
  ]
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        {clients.length > 1 && (
          <Select
            aria-label={text.number}
            className="w-auto max-w-52"
            value={clientId}
            onChange={({ target }) => setClientId(target.value)}
          >
            {clients.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
        <Input
          type="search"
          aria-label={text.search}
          placeholder={text.search}
          className="sm:w-72"
          maxLength={100}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        {rows.length > 0 && (
          <Button variant="secondary" busy={save.isPending} onClick={() => save.mutate()}>
            <Download aria-hidden />
            {people.save}
          </Button>
        )}
        <Button right="build" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          {text.add}
        </Button>
      </div>
      <Card>
        {list.isPending && <LoadingRows />}
        {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && (
          <EmptyState icon={HandMetal} title={search ? text.nothingFound : text.empty}>
            {search ? '' : text.emptyBody}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Table label={text.title} columns={columns}>
            {rows.map((one) => (
              <OptOutRow key={one.jid} one={one} clientId={clientId} />
            ))}
          </Table>
        )}
      </Card>
      <MoreButton className="mt-4 text-center" pages={list} label={text.more} />
      {isAdding && <AddDialog clientId={clientId} onClose={() => setAdding(false)} />}
    </>
  )
}

/** Who gets no campaigns of a number, how that came, and who wants them again. */
export function OptOutsPage() {
  const { title, optOuts: text, form } = useCampaignsText()
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const named = (clients.data ?? []).map(({ id, name, phoneNumber }) => ({
    id,
    name: name ?? phoneNumber ?? id,
  }))
  return (
    <Page title={text.title} intro={text.intro} lead={<BackLink to="/campaigns">{title}</BackLink>}>
      {clients.isPending && <LoadingRows />}
      {clients.isError && <ErrorState error={clients.error} onRetry={() => void clients.refetch()} />}
      {clients.isSuccess && named.length === 0 && <p className="text-sm text-ink-soft">{form.noNumber}</p>}
      {named.length > 0 && <OptOutList clients={named} />}
    </Page>
  )
}
