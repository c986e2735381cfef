import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { queries } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Dialog } from '../../../ui/messages/dialog.tsx'
import { ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import type { ConversationPlace } from '../contact-changes.ts'
import { quote, useFlowDeskText, useStepName } from './flow-text.ts'
import { keyOf, listStartables, type Startable, type StartableFlow } from './startable.ts'

const StartForm = lazy(async () => ({ default: (await import('./start-form.tsx')).StartForm }))

const ROW = 'w-full rounded-lg px-3 py-2 text-start text-sm hover:bg-sunken'

function MenuRow({ one, onChoose }: { one: Startable; onChoose: (one: Startable) => void }) {
  const nameStep = useStepName()
  const { flow, step } = one
  return (
    <li>
      <button type="button" onClick={() => onChoose(one)} className={ROW}>
        <span dir="auto" className="flex items-baseline gap-2">
          <span className="truncate font-medium">{step ? nameStep(step) : flow.name}</span>
          {step && <span className="shrink-0 text-[0.8125rem] text-ink-soft">{flow.name}</span>}
        </span>
        {step?.text && (
          <span dir="auto" className="block truncate text-[0.8125rem] text-ink-soft">
            {step.text}
          </span>
        )}
      </button>
    </li>
  )
}

interface StartListProps {
  title: string
  list: readonly Startable[]
  empty: string | null
  onChoose: (one: Startable) => void
}

function StartList({ title, list, empty, onChoose }: StartListProps) {
  if (list.length === 0 && empty === null) return null
  return (
    <section aria-label={title}>
      <h3 className="px-3 pt-3 pb-1 text-[0.8125rem] font-medium text-ink-soft">{title}</h3>
      <ul>
        {list.map((one) => (
          <MenuRow key={keyOf(one)} one={one} onChoose={onChoose} />
        ))}
      </ul>
      {list.length === 0 && <p className="px-3 py-1 text-sm text-ink-soft">{empty}</p>}
    </section>
  )
}

function Choice({
  flows,
  onChoose,
}: {
  flows: readonly StartableFlow[]
  onChoose: (one: Startable) => void
}) {
  const { start: text } = useFlowDeskText()
  const [search, setSearch] = useState('')
  const { menus, starts } = listStartables(flows, search)
  if (flows.length === 0) {
    return (
      <div className="space-y-3 text-sm text-ink-soft">
        <p>{text.noFlows}</p>
        <Button asChild variant="secondary" size="small">
          <Link to="/flows">
            <Play aria-hidden />
            {text.toFlows}
          </Link>
        </Button>
      </div>
    )
  }
  const isSearched = search.trim() !== ''
  return (
    <>
      <Input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <div className="-mx-3 mt-1 max-h-96 overflow-y-auto">
        <StartList
          title={text.menuTitle}
          list={menus}
          empty={isSearched ? null : text.noMenus}
          onChoose={onChoose}
        />
        <StartList title={text.flowTitle} list={starts} empty={null} onChoose={onChoose} />
        {isSearched && menus.length + starts.length === 0 && (
          <p className="px-3 py-4 text-sm text-ink-soft">{text.nothingFound}</p>
        )}
      </div>
    </>
  )
}

interface StartDialogProps extends ConversationPlace {
  /** Chosen before. */
  first: Startable | null
  onClose: () => void
}

/** Chooses a menu, a question or a flow of the number for a contact, shows what they would see, and starts it. */
export function StartDialog({ clientId, jid, first, onClose }: StartDialogProps) {
  const { menu, start: text } = useFlowDeskText()
  const [chosen, setChosen] = useState<Startable | null>(first)
  const { data, isPending, isError, error, refetch } = useQuery(
    queries.flows.steps.queryOptions({ input: { clientId }, staleTime: 0 }),
  )
  const what = chosen?.step ? text.menuBody : text.flowBody
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={chosen ? quote(chosen.flow.name) : menu.open}
      description={chosen ? what : undefined}
    >
      {isPending && <LoadingRows rows={3} />}
      {isError && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && !chosen && <Choice flows={data} onChoose={setChosen} />}
      {chosen && (
        <Suspense fallback={<LoadingRows rows={3} />}>
          <StartForm
            clientId={clientId}
            jid={jid}
            chosen={chosen}
            onBack={() => setChosen(null)}
            onClose={onClose}
          />
        </Suspense>
      )}
    </Dialog>
  )
}
