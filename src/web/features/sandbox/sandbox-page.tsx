import { getRouteApi } from '@tanstack/react-router'
import { FlaskConical, MessageCircle, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { Select } from '../../ui/field.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import type { Client, WorkerStatus } from '../clients/client-data.ts'
import { CreateClientDialog, type NetworkName } from '../clients/create-client-dialog.tsx'
import { PairingCard } from '../clients/pairing/pairing-card.tsx'
import { PasskeyCard } from '../clients/passkey/passkey-card.tsx'
import { WorkerButtons } from '../clients/worker-buttons.tsx'
import { ContactList } from './contact-list.tsx'
import { PhonePane } from './phone-pane.tsx'
import { useSandboxClients, useSandboxContacts, useSandboxGroups } from './sandbox-data.ts'
import { useSandboxText } from './sandbox-text.ts'

const route = getRouteApi('/app/sandbox')

interface OneClient {
  client: Client
  status: WorkerStatus
}

function NotPaired({ client, status }: OneClient) {
  const text = useSandboxText()
  if (status.status === 'pairing') return <PairingCard status={status} />
  if (status.status === 'passkey_required') return <PasskeyCard client={client} />
  return (
    <Card>
      <EmptyState icon={FlaskConical} title={text.notPaired} action={<WorkerButtons clientId={client.id} />}>
        {text.notPairedBody}
      </EmptyState>
    </Card>
  )
}

/** Contacts at one side, the chosen one's phone at the other; on a narrow screen one of both. */
function Phones({ client, status }: OneClient) {
  const text = useSandboxText()
  const { contact: chosen, group: jid } = route.useSearch()
  const navigate = route.useNavigate()
  const contacts = useSandboxContacts(client.id)
  const groups = useSandboxGroups(client.id)
  const group = groups.data?.find((one) => one.jid === jid)
  const members = (contacts.data ?? []).filter((one) =>
    group?.members.some(({ phoneNumber }) => phoneNumber === one.phoneNumber),
  )
  const people = group ? members : contacts.data
  const contact = people?.find(({ phoneNumber }) => phoneNumber === chosen) ?? (group && members[0])
  const choose = (phoneNumber: string | undefined, inGroup?: string) =>
    void navigate({
      search: {
        client: client.id,
        ...(phoneNumber && { contact: phoneNumber }),
        ...(inGroup && { group: inGroup }),
      },
    })
  return (
    <Card className="grid h-[calc(100dvh-15rem)] min-h-[28rem] grid-cols-[minmax(0,1fr)] overflow-hidden lg:grid-cols-[20rem_minmax(0,1fr)]">
      <div
        className={classes(
          'min-h-0 flex-col lg:flex lg:border-e lg:border-line',
          contact ? 'hidden' : 'flex',
        )}
      >
        <ContactList
          clientId={client.id}
          chosen={chosen}
          onChoose={(phoneNumber) => choose(phoneNumber)}
          chosenGroup={group?.jid}
          onGroup={(one) => choose(undefined, one.jid)}
        />
      </div>
      <div className={classes('min-h-0 flex-col lg:flex', contact ? 'flex' : 'hidden')}>
        {contact ? (
          <PhonePane
            key={`${contact.phoneNumber} ${group?.jid}`}
            clientId={client.id}
            contact={contact}
            group={group}
            members={members}
            onContact={(phoneNumber) => choose(phoneNumber, group?.jid)}
            isConnected={status.status === 'connected'}
            onBack={() => choose(undefined)}
          />
        ) : (
          <div className="my-auto">
            <EmptyState icon={MessageCircle} title={text.choose}>
              {text.chooseBody}
            </EmptyState>
          </div>
        )}
      </div>
    </Card>
  )
}

/** Everything can be tried here without a phone: simulated people who write to the person's own clients. */
export function SandboxPage() {
  const text = useSandboxText()
  const { client: wanted } = route.useSearch()
  const navigate = route.useNavigate()
  const [creating, setCreating] = useState<NetworkName | null>(null)
  const { all, isPending, error, retry } = useSandboxClients()
  const present = all?.find(({ client }) => client.id === wanted) ?? all?.[0]
  const actions = all && all.length > 0 && (
    <Select
      aria-label={text.client}
      value={present?.client.id}
      onChange={(event) => void navigate({ search: { client: event.target.value } })}
      className="w-auto max-w-60"
    >
      {all.map(({ client }) => (
        <option key={client.id} value={client.id}>
          {client.name ?? client.phoneNumber ?? client.id}
        </option>
      ))}
    </Select>
  )
  return (
    <Page title={text.title} intro={text.intro} actions={actions} wide>
      {isPending && (
        <Card>
          <LoadingRows rows={4} />
        </Card>
      )}
      {error && !all && (
        <Card>
          <ErrorState error={error} onRetry={retry} />
        </Card>
      )}
      {!isPending && all?.length === 0 && (
        <Card>
          <EmptyState
            icon={FlaskConical}
            title={text.noClients}
            action={
              <Button onClick={() => setCreating('sandbox')}>
                <Plus aria-hidden />
                {text.createClient}
              </Button>
            }
          >
            {text.noClientsBody}
          </EmptyState>
        </Card>
      )}
      {present &&
        (present.client.phoneNumber === null ? (
          <NotPaired {...present} />
        ) : (
          <Phones key={present.client.id} {...present} />
        ))}
      <CreateClientDialog network={creating} onClose={() => setCreating(null)} onNetwork={setCreating} />
    </Page>
  )
}
