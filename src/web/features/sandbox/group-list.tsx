import { Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { AddGroupDialog } from './add-group-dialog.tsx'
import { type SandboxContact, type SandboxGroup, useSandboxGroups } from './sandbox-data.ts'
import { useSandboxText } from './sandbox-text.ts'

interface GroupListProps {
  clientId: string
  contacts: readonly SandboxContact[]
  chosen: string | undefined
  onChoose: (group: SandboxGroup) => void
}

/** The groups that contacts and the client are in together. */
export function GroupList({ clientId, contacts, chosen, onChoose }: GroupListProps) {
  const text = useSandboxText()
  const groups = useSandboxGroups(clientId)
  const [isAdding, setAdding] = useState(false)
  return (
    <section aria-label={text.groups} className="border-t border-line">
      <div className="flex items-center justify-between gap-2 px-4 py-3">
        <h2 className="text-sm font-semibold">{text.groups}</h2>
        <Button size="small" variant="secondary" onClick={() => setAdding(true)}>
          <Plus aria-hidden />
          {text.addGroup}
        </Button>
      </div>
      <ul className="divide-y divide-line">
        {groups.data?.map((group) => (
          <li key={group.jid}>
            <button
              type="button"
              aria-current={group.jid === chosen || undefined}
              onClick={() => onChoose(group)}
              className={classes(
                'flex w-full items-center gap-3 px-4 py-3 text-start transition-colors focus-visible:-outline-offset-2',
                group.jid === chosen ? 'bg-accent-soft' : 'hover:bg-sunken/60',
              )}
            >
              <span
                aria-hidden
                className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft"
              >
                <UsersRound className="size-5" />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{group.subject}</span>
                <span className="block truncate text-[0.8125rem] text-ink-soft">
                  {group.members.map(({ name }) => name).join(', ')}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {isAdding && (
        <AddGroupDialog
          clientId={clientId}
          contacts={contacts}
          onClose={() => setAdding(false)}
          onMade={(group) => {
            setAdding(false)
            onChoose(group)
          }}
        />
      )}
    </section>
  )
}
