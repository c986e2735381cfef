import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Contact, Download } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { downloadJson, downloadText } from '../../app/download.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { Page } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ContactAvatar } from '../pictures/contact-avatar.tsx'
import { BeginLink } from '../start/begin-link.tsx'
import { calledOf, toHandle } from './called.ts'
import {
  type ContactField,
  type ContactFilter,
  type NotedContact,
  readAllContacts,
  useContactFields,
} from './contact-data.ts'
import { toCsv, toJsonRows } from './contact-files.ts'
import { ContactFilters } from './contact-filters.tsx'
import { useContactsText } from './contacts-text.ts'
import { FieldsCard } from './fields-card.tsx'

interface ContactRowProps {
  clientId: string
  noted: NotedContact
  fields: readonly ContactField[]
}

function ContactRow({ clientId, noted, fields }: ContactRowProps) {
  const readable = useReadable()
  const text = useContactsText()
  const { contact, tags } = noted
  const values = fields.flatMap(({ name, label }) => {
    const value = noted.fields[name]
    return value === undefined || value === null ? [] : [`${label}: ${String(value)}`]
  })
  return (
    <tr>
      <Cell>
        <div className="flex items-center gap-3">
          <ContactAvatar
            clientId={clientId}
            id={contact.id}
            name={contact.name ?? contact.notify}
            picture={noted.picture}
          />
          <div className="min-w-0">
            <p className="font-medium break-words">
              <bdi>{calledOf(contact, readable)}</bdi>
            </p>
            <p className="text-[0.8125rem] break-words text-ink-soft tabular-nums">
              {[toHandle(contact.username), contact.phoneNumber ?? text.noNumber]
                .filter((part) => part !== null)
                .join(' · ')}
            </p>
          </div>
        </div>
      </Cell>
      <Cell className="hidden break-words sm:table-cell">{tags.join(', ')}</Cell>
      <Cell className="break-words">{values.join(' · ')}</Cell>
    </tr>
  )
}

function ExportButtons({ clientId, filter }: { clientId: string; filter: ContactFilter }) {
  const text = useContactsText()
  const notify = useNotify()
  const save = useMutation({
    async mutationFn(form: 'csv' | 'json') {
      const contacts = await readAllContacts(clientId, filter)
      if (form === 'json') downloadJson(text.title, toJsonRows(contacts))
      else downloadText(`${text.title}.csv`, toCsv(contacts), 'text/csv')
    },
    onError: notify.failed,
  })
  return (
    <div className="mb-4 flex gap-2">
      {(['csv', 'json'] as const).map((form) => (
        <Button key={form} variant="secondary" busy={save.isPending} onClick={() => save.mutate(form)}>
          <Download aria-hidden />
          {form.toUpperCase()}
        </Button>
      ))}
    </div>
  )
}

function ContactList({ clients }: { clients: readonly { id: string; name: string }[] }) {
  const text = useContactsText()
  const [chosen, setChosen] = useState<string | null>(null)
  const [filter, setFilter] = useState<ContactFilter>({})
  const clientId = chosen ?? clients[0]?.id ?? ''
  const fields = useContactFields().data ?? []
  const contacts = useInfiniteQuery(
    queries.contacts.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ clientId, ...filter, ...(cursor && { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  )
  const rows = contacts.data?.pages.flatMap((page) => page.contacts) ?? []
  const columns = [
    { name: text.columns.contact },
    { name: text.columns.tags, className: 'hidden sm:table-cell' },
    { name: text.fields },
  ]
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <ContactFilters clients={clients} clientId={clientId} onClient={setChosen} onChange={setFilter} />
        {rows.length > 0 && <ExportButtons clientId={clientId} filter={filter} />}
      </div>
      <Card>
        {contacts.isPending && <LoadingRows />}
        {contacts.isError && <ErrorState error={contacts.error} onRetry={() => void contacts.refetch()} />}
        {contacts.isSuccess && rows.length === 0 && (
          <EmptyState icon={Contact} title={text.empty} action={<BeginLink clientId={clientId} />}>
            {text.emptyBody}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Table label={text.title} columns={columns}>
            {rows.map((noted) => (
              <ContactRow key={noted.contact.id} clientId={clientId} noted={noted} fields={fields} />
            ))}
          </Table>
        )}
      </Card>
      <MoreButton className="mt-4 text-center" pages={contacts} label={text.more} />
    </>
  )
}

/** The people that the clients know, what is noted of them, and which fields there are for that. */
export function ContactsPage() {
  const text = useContactsText()
  const [tab, setTab] = useState<'people' | 'fields'>('people')
  const clients = useQuery(queries.clients.list.queryOptions({ input: {} }))
  const named = (clients.data ?? []).map(({ id, name, phoneNumber }) => ({
    id,
    name: name ?? phoneNumber ?? id,
  }))
  const people = (
    <>
      {clients.isPending && <LoadingRows />}
      {clients.isError && <ErrorState error={clients.error} onRetry={() => void clients.refetch()} />}
      {clients.isSuccess && named.length === 0 && (
        <Card>
          <EmptyState icon={Contact} title={text.noClients}>
            <Link to="/clients" className="text-accent underline">
              {text.addClient}
            </Link>
          </EmptyState>
        </Card>
      )}
      {named.length > 0 && <ContactList clients={named} />}
    </>
  )
  return (
    <Page title={text.title} intro={text.intro}>
      <Tabs
        label={text.title}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'people', name: text.people, content: people },
          { value: 'fields', name: text.fields, content: <FieldsCard /> },
        ]}
      />
    </Page>
  )
}
