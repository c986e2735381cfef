import { useMutation, useQuery } from '@tanstack/react-query'
import { Server } from 'lucide-react'
import { useState } from 'react'
import { api, queries } from '../../../app/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, Input, Select } from '../../../ui/field.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { useEditorText } from '../../editor-text.ts'
import type { Entry } from '../fields/entry-list.tsx'
import { addTools, findServer, isGiven, type RemoteTool, type ToolServer, toRequest } from './remote-tools.ts'

interface ServerToolsProps {
  entries: readonly Entry[]
  onChange: (entries: Entry[]) => void
}

/** Asks a server of tools which it has, and adds those that a person chooses. */
export function ServerTools({ entries, onChange }: ServerToolsProps) {
  const { serverTools: text } = useEditorText()
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        <Server aria-hidden />
        {text.open}
      </Button>
    )
  }
  return <Chooser entries={entries} onChange={onChange} onClose={() => setOpen(false)} />
}

function Chooser({ entries, onChange, onClose }: ServerToolsProps & { onClose: () => void }) {
  const { serverTools: text } = useEditorText()
  const notify = useNotify()
  const [server, setServer] = useState<ToolServer>(() => findServer(entries))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const asked = useMutation({
    mutationFn: (given: ToolServer) => api.models.listTools({ request: toRequest(given) }),
    onMutate: () => setChosen([]),
    onError: (error) => notify.failed(error),
  })
  const { data: listed, variables: from = server } = asked
  const add = () => {
    onChange(
      addTools(
        entries,
        from,
        (listed?.tools ?? []).filter(({ name }) => chosen.includes(name)),
      ),
    )
    onClose()
  }
  return (
    <section aria-label={text.open} className="space-y-3 rounded-xl border border-line bg-sunken/60 p-3">
      <ServerFields server={server} onChange={setServer} />
      <div className="flex gap-2">
        <Button
          size="small"
          variant="secondary"
          disabled={server.url.trim() === '' || asked.isPending}
          onClick={() => asked.mutate(server)}
        >
          {asked.isPending ? text.asking : text.ask}
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          {text.close}
        </Button>
      </div>
      {listed?.error && (
        <p role="alert" className="text-[0.8125rem] text-bad">
          {listed.error.message}
        </p>
      )}
      {listed && !listed.error && (
        <>
          <ToolList
            tools={listed.tools}
            isGiven={(tool) => isGiven(entries, from.url, tool)}
            chosen={chosen}
            onChoose={setChosen}
          />
          {!listed.isWhole && <p className="text-[0.8125rem] text-ink-soft">{text.more}</p>}
          <Button size="small" disabled={chosen.length === 0} onClick={add}>
            {text.add(chosen.length)}
          </Button>
        </>
      )}
    </section>
  )
}

function ServerFields({ server, onChange }: { server: ToolServer; onChange: (server: ToolServer) => void }) {
  const { serverTools: text } = useEditorText()
  const secrets = useQuery(queries.secrets.list.queryOptions({ input: {} }))
  return (
    <>
      <Field label={text.url}>
        {(control) => (
          <Input
            {...control}
            type="url"
            className="h-9 text-sm"
            placeholder="https://tools.example.com/mcp"
            value={server.url}
            onChange={({ target }) => onChange({ ...server, url: target.value })}
          />
        )}
      </Field>
      <Field label={text.secret} hint={text.secretHint}>
        {(control) => (
          <Select
            {...control}
            className="h-9 text-sm"
            value={server.secret}
            onChange={({ target }) => onChange({ ...server, secret: target.value })}
          >
            <option value="">{text.noSecret}</option>
            {[...new Set([...(secrets.data ?? []).map(({ name }) => name), server.secret])]
              .filter((name) => name !== '')
              .map((name) => (
                <option key={name}>{name}</option>
              ))}
          </Select>
        )}
      </Field>
    </>
  )
}

interface ToolListProps {
  tools: readonly RemoteTool[]
  isGiven: (tool: RemoteTool) => boolean
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}

function ToolList({ tools, isGiven: isThere, chosen, onChoose }: ToolListProps) {
  const { serverTools: text } = useEditorText()
  if (tools.length === 0) return <p className="text-[0.8125rem] text-ink-soft">{text.none}</p>
  return (
    <ul className="max-h-80 space-y-2 overflow-y-auto">
      {tools.map((tool) => {
        const { name, description, parameters, isLoosened } = tool
        const isTaken = isThere(tool)
        const note = isTaken
          ? text.given
          : parameters === null
            ? text.unusable
            : isLoosened
              ? text.loosened
              : null
        return (
          <li key={name}>
            <label className="flex items-start gap-2.5 text-[0.8125rem]">
              <input
                type="checkbox"
                className="mt-0.5 size-4 accent-accent"
                disabled={isTaken || parameters === null}
                checked={isTaken || chosen.includes(name)}
                onChange={({ target }) =>
                  onChoose(target.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
                }
              />
              <span className="min-w-0">
                <span className="font-mono break-all">{name}</span>
                {description && <span className="line-clamp-3 text-ink-soft">{description}</span>}
                {parameters && (
                  <span className="block text-ink-soft">
                    {text.takes(Object.keys((parameters.properties ?? {}) as object).join(', '))}
                  </span>
                )}
                {note && <span className="block text-warn">{note}</span>}
              </span>
            </label>
          </li>
        )
      })}
    </ul>
  )
}
