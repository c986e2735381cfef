import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, Sparkles, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { isConnectedCode } from '../../../core/client/client-status.ts'
import { api, queries } from '../../app/api.ts'
import { useWorkerStatuses } from '../../features/clients/client-data.ts'
import { useStartText } from '../../features/start/start-text.ts'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { useDocument, useEditor, useStoreValue } from '../editor-context.tsx'

/** Gives the flow to the number, saves and publishes it. What is changed in its texts does not stop it: its cases hold it to its ways. */
function usePutOnNumber(onDone: (clientId: string) => void) {
  const text = useStartText()
  const { flowId, store, saver } = useEditor()
  const cache = useQueryClient()
  const notify = useNotify()
  return useMutation({
    async mutationFn(clientId: string) {
      store.change((document) => ({ ...document, clientId }))
      if (!(await saver.flush())) return null
      return await api.flows.publish({ id: flowId })
    },
    onError: notify.failed,
    async onSuccess(published, clientId) {
      if (!published) {
        notify.warn(text.bar.notSaved)
        return
      }
      saver.rebase(published.updatedAt)
      await cache.invalidateQueries({ queryKey: queries.flows.key() })
      onDone(clientId)
    },
  })
}

function Hint({ children }: { children: ReactNode }) {
  return <p className="text-[0.8125rem] text-warn">{children}</p>
}

interface PutControlsProps {
  clients: readonly { id: string; name: string | null }[]
  isConnected: (clientId: string) => boolean
  onDone: (clientId: string) => void
}

/** The number, and the one press; what is missing stands beside it. */
function PutControls({ clients, isConnected, onDone }: PutControlsProps) {
  const { bar } = useStartText()
  const { problems, view } = useEditor()
  const { errors } = useStoreValue(problems)
  const { clientId } = useDocument()
  const [chosen, setChosen] = useState(clientId ?? clients[0]?.id ?? '')
  const put = usePutOnNumber(onDone)
  const client = clients.find(({ id }) => id === chosen)
  if (!client)
    return (
      <>
        <Hint>{bar.noNumber}</Hint>
        <Button asChild size="small">
          <Link to="/clients">{bar.addNumber}</Link>
        </Button>
      </>
    )
  if (errors.length > 0)
    return (
      <>
        <Hint>{bar.errors}</Hint>
        <Button
          size="small"
          variant="secondary"
          onClick={() => view.set({ ...view.get(), side: 'problems', editedNode: null })}
        >
          {bar.showErrors}
        </Button>
      </>
    )
  return (
    <>
      {!isConnected(client.id) && <Hint>{bar.isOff(client.name ?? client.id)}</Hint>}
      {clients.length > 1 && (
        <Select
          aria-label={bar.number}
          className="h-9 w-auto max-w-48 text-sm"
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          {clients.map(({ id, name }) => (
            <option key={id} value={id}>
              {name ?? id}
            </option>
          ))}
        </Select>
      )}
      <Button right="build" className="h-9" busy={put.isPending} onClick={() => put.mutate(client.id)}>
        {bar.put}
      </Button>
    </>
  )
}

/** Above a flow that was just made: what one looks at, and the press that puts it on a number. */
export function FirstBar() {
  const { bar } = useStartText()
  const { shell } = useText()
  const { view } = useEditor()
  const { isFirst } = useStoreValue(view)
  const clients = useQuery({ ...queries.clients.list.queryOptions({ input: {} }), enabled: isFirst })
  const statuses = useWorkerStatuses()
  const [doneOn, setDoneOn] = useState<string | null>(null)
  if (!isFirst || !clients.data) return null
  const isConnected = (id: string) => isConnectedCode(statuses.data?.get(id)?.code ?? '')
  const nameOf = (id: string) => clients.data.find((client) => client.id === id)?.name ?? id
  return (
    <section
      aria-label={bar.title}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-accent-soft px-4 py-2.5"
    >
      {doneOn === null ? (
        <>
          <Sparkles className="size-4.5 shrink-0 text-accent" aria-hidden />
          <div className="min-w-0 flex-1 basis-64">
            <p className="text-sm font-medium">{bar.title}</p>
            <p className="hidden text-[0.8125rem] text-ink-soft sm:block">{bar.body}</p>
          </div>
          <PutControls clients={clients.data} isConnected={isConnected} onDone={setDoneOn} />
        </>
      ) : (
        <>
          <CircleCheck className="size-4.5 shrink-0 text-good" aria-hidden />
          <p role="status" className="min-w-0 flex-1 basis-64 text-sm font-medium">
            {isConnected(doneOn) ? bar.isLive(nameOf(doneOn)) : bar.isSilent(nameOf(doneOn))}
          </p>
          <Button asChild size="small" variant="secondary">
            {isConnected(doneOn) ? (
              <Link to="/inbox">{bar.openInbox}</Link>
            ) : (
              <Link to="/clients/$clientId" params={{ clientId: doneOn }}>
                {bar.connect}
              </Link>
            )}
          </Button>
        </>
      )}
      <Button
        variant="quiet"
        size="icon"
        className="size-8"
        aria-label={bar.close}
        title={shell.close}
        onClick={() => view.set({ ...view.get(), isFirst: false })}
      >
        <X aria-hidden />
      </Button>
    </section>
  )
}
