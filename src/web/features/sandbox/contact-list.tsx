import { Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useDates } from '../../i18n/dates.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { AddContactDialog } from './add-contact-dialog.tsx'
import { GroupList } from './group-list.tsx'
import { type SandboxContact, type SandboxGroup, useSandboxContacts } from './sandbox-data.ts'
import { useSandboxText } from './sandbox-text.ts'

interface ContactListProps {
  clientId: string
  chosen: string | undefined
  onChoose: (phoneNumber: string) => void
  chosenGroup: string | undefined
  onGroup: (group: SandboxGroup) => void
}

function ContactButton({
  contact,
  isChosen,
  onChoose,
}: {
  contact: SandboxContact
  isChosen: boolean
  onChoose: () => void
}) {
  const text = useSandboxText()
  const dates = useDates()
  const { name, phoneNumber, lastAt, lastText, isOnline } = contact
  return (
    <button
      type="button"
      aria-current={isChosen || undefined}
      onClick={onChoose}
      className={classes(
        'flex w-full items-center gap-3 px-4 py-3 text-start transition-colors focus-visible:-outline-offset-2',
        isChosen ? 'bg-accent-soft' : 'hover:bg-sunken/60',
      )}
    >
      <span
        aria-hidden
        className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken font-semibold text-ink-soft uppercase"
      >
        {name.slice(0, 1)}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-2">
          <span dir="auto" className="truncate font-medium">
            {name}
          </span>
          {lastAt && <span className="shrink-0 text-xs text-ink-soft">{dates.time(lastAt)}</span>}
        </span>
        <span className="block truncate text-[0.8125rem] text-ink-soft">
          {isOnline ? '' : `${text.offline} · `}
          {lastText ? (text.kinds[lastText] ?? lastText) : phoneNumber}
        </span>
      </span>
    </button>
  )
}

/** Who can write to the client here, the latest first. */
export function ContactList(props: ContactListProps) {
  const { clientId, chosen, onChoose, chosenGroup, onGroup } = props
  const text = useSandboxText()
  const [isAdding, setAdding] = useState(false)
  const contacts = useSandboxContacts(clientId)
  const add = (
    <Button size="small" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {text.addContact}
    </Button>
  )
  return (
    <section aria-label={text.contacts} className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center justify-between gap-2 border-b border-line px-4 py-3">
        <h2 className="text-sm font-semibold">{text.contacts}</h2>
        {contacts.data && contacts.data.length > 0 && add}
      </div>
      {contacts.isPending && <LoadingRows rows={3} />}
      {contacts.isError && !contacts.data && (
        <ErrorState error={contacts.error} onRetry={() => void contacts.refetch()} />
      )}
      {contacts.data?.length === 0 && (
        <EmptyState icon={UsersRound} title={text.noContacts} action={add}>
          {text.noContactsBody}
        </EmptyState>
      )}
      {contacts.data && contacts.data.length > 0 && (
        <div className="min-h-0 flex-1 overflow-y-auto">
          <ul className="divide-y divide-line">
            {contacts.data.map((contact) => (
              <li key={contact.phoneNumber}>
                <ContactButton
                  contact={contact}
                  isChosen={contact.phoneNumber === chosen && chosenGroup === undefined}
                  onChoose={() => onChoose(contact.phoneNumber)}
                />
              </li>
            ))}
          </ul>
          <GroupList clientId={clientId} contacts={contacts.data} chosen={chosenGroup} onChoose={onGroup} />
        </div>
      )}
      {isAdding && (
        <AddContactDialog
          clientId={clientId}
          onClose={() => setAdding(false)}
          onMade={(phoneNumber) => {
            setAdding(false)
            onChoose(phoneNumber)
          }}
        />
      )}
    </section>
  )
}
