import { Braces, Pencil, Plus } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { findNameProblem, type VariableUse } from '../../../core/flow/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { EmptyState } from '../../ui/messages/states.tsx'
import { useDocument, useEditor } from '../editor-context.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import { findNode } from '../model/graph.ts'
import { listVariableRows, type VariableRow } from '../model/variables.ts'
import { parseJsonOrText } from '../simulator/json-or-text.ts'
import { useFieldText } from './field-text.ts'

interface NameFormProps {
  label: string
  action: string
  initial?: string
  taken: readonly string[]
  onSubmit: (name: string) => void
}

/** A name that is checked while it is typed, and taken with Enter. */
function NameForm({ label, action, initial = '', taken, onSubmit }: NameFormProps) {
  const { variables } = useEditorText()
  const [name, setName] = useState(initial)
  const problem = name === '' || name === initial ? null : findNameProblem(name, taken)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name === '' || name === initial || problem !== null) return
    onSubmit(name)
    setName('')
  }
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label={label} error={problem === null ? undefined : variables.nameProblems[problem]}>
          {(control) => (
            <Input
              {...control}
              className="h-9 font-mono text-sm"
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              value={name}
              onChange={({ target }) => setName(target.value.trim())}
            />
          )}
        </Field>
      </div>
      <Button type="submit" size="small" className="h-9" disabled={name === '' || problem !== null}>
        {action}
      </Button>
    </form>
  )
}

/** One place where the variable is read or set; leads there. */
function UseItem({ use }: { use: VariableUse }) {
  const text = useEditorText()
  const { store, view } = useEditor()
  const { label } = useFieldText()
  const node = findNode(useDocument(), use.nodeId ?? '')
  const key = use.path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? use.path
  const go = () => {
    if (!node) {
      view.set({ ...view.get(), side: 'settings' })
      return
    }
    store.select([node.id])
    view.set({ ...view.get(), editedNode: node.id, reveal: { nodeId: node.id } })
  }
  return (
    <li>
      <button
        type="button"
        onClick={go}
        className="flex w-full justify-between gap-3 rounded-md px-2 py-1 text-start text-[0.8125rem] hover:bg-sunken"
      >
        <span className="min-w-0 truncate">
          {node ? nameNode(text, node.type, node.data) : text.draft.wholeFlow}
          <span className="text-ink-soft">
            {' '}
            · {node ? label(node.type, use.path, key) : text.settings.fallbackText}
          </span>
        </span>
        <span className="shrink-0 text-ink-soft">{text.variables[use.kind]}</span>
      </button>
    </li>
  )
}

/** First value and mask of a variable; giving one declares it. */
function Declaration({ row }: { row: VariableRow }) {
  const { variables: text } = useEditorText()
  const { actions } = useEditor()
  const { name, declared } = row
  const first = declared?.default
  const setFirst = (typed: string) =>
    actions.declare(name, ({ default: _before, ...rest }) =>
      typed === '' ? rest : { ...rest, default: parseJsonOrText(typed) },
    )
  return (
    <>
      <Field label={text.first} hint={text.firstHint}>
        {(control) => (
          <Input
            {...control}
            className="h-9 text-sm"
            value={first === undefined ? '' : typeof first === 'string' ? first : JSON.stringify(first)}
            onChange={({ target }) => setFirst(target.value)}
          />
        )}
      </Field>
      <label className="flex items-start gap-2.5 text-sm">
        <input
          type="checkbox"
          className="mt-0.5 size-4.5 accent-accent"
          checked={declared?.pii ?? false}
          onChange={({ target }) => actions.declare(name, (before) => ({ ...before, pii: target.checked }))}
        />
        <span>
          {text.personal}
          <span className="block text-[0.8125rem] text-ink-soft">{text.personalHint}</span>
        </span>
      </label>
      {declared && (
        <Button size="small" variant="secondary" onClick={() => actions.forgetDeclaration(name)}>
          {text.forget}
        </Button>
      )}
    </>
  )
}

/** Renames a variable, and says what of its name lies outside of the flow. */
function useRename() {
  const { variables: text } = useEditorText()
  const { store, actions } = useEditor()
  const notify = useNotify()
  return (from: string, to: string) => {
    const { nodes } = store.document.definition
    const holders = new Set(
      listVariableRows(store.document)
        .find(({ name }) => name === from)
        ?.uses.filter(({ kind }) => kind === 'writes')
        .map(({ nodeId }) => nodeId),
    )
    actions.renameVariable(from, to)
    notify.done(text.renamed(from, to))
    if (nodes.some(({ id, type }) => type === 'trigger.api' && holders.has(id))) notify.warn(text.input)
    if (
      store.document.definition.nodes.some(({ type, data }) => type === 'code' && names(data.source, from))
    ) {
      notify.warn(text.script)
    }
  }
}

const names = (source: unknown, name: string): boolean =>
  typeof source === 'string' && new RegExp(`\\b${name}\\b`).test(source)

function Variable({ row, taken }: { row: VariableRow; taken: readonly string[] }) {
  const { variables: text, fixes } = useEditorText()
  const { actions } = useEditor()
  const [isRenaming, setRenaming] = useState(false)
  const rename = useRename()
  const writes = row.uses.filter(({ kind }) => kind === 'writes').length
  return (
    <li className="rounded-xl border border-line">
      <details>
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-xl px-3 py-2.5 hover:bg-sunken">
          <code className="min-w-0 truncate text-sm font-medium">{row.name}</code>
          {row.isUnknown && <Badge tone="warn">{text.unknown}</Badge>}
          <span className="ms-auto text-xs text-ink-soft tabular-nums">
            {text.uses(writes, row.uses.length - writes)}
          </span>
        </summary>
        <div className="space-y-4 border-t border-line p-3">
          {row.isUnknown && (
            <Button size="small" onClick={() => actions.declare(row.name)}>
              <Plus aria-hidden />
              {fixes.create_variable(row.name)}
            </Button>
          )}
          {isRenaming ? (
            <NameForm
              label={text.newName}
              action={text.rename}
              initial={row.name}
              taken={taken}
              onSubmit={(to) => rename(row.name, to)}
            />
          ) : (
            <Button size="small" variant="secondary" onClick={() => setRenaming(true)}>
              <Pencil aria-hidden />
              {text.renameOf(row.name)}
            </Button>
          )}
          {!row.isUnknown && <Declaration row={row} />}
          {row.uses.length > 0 && (
            <section>
              <h3 className="mb-1 text-xs font-medium text-ink-soft">{text.places}</h3>
              <ul>
                {row.uses.map((use) => (
                  <UseItem key={`${use.nodeId} ${use.path}`} use={use} />
                ))}
              </ul>
            </section>
          )}
        </div>
      </details>
    </li>
  )
}

/** Every variable of the flow: what it begins with, where it is used, and its name, which can be changed everywhere. */
export function VariableList() {
  const { variables: text } = useEditorText()
  const { actions } = useEditor()
  const document = useDocument()
  const rows = useMemo(() => listVariableRows(document), [document])
  const taken = rows.map(({ name }) => name)
  return (
    <div className="min-h-0 flex-1 space-y-4 overflow-y-auto p-4">
      {rows.length === 0 && (
        <EmptyState icon={Braces} title={text.none}>
          {text.noneBody}
        </EmptyState>
      )}
      <ul className="space-y-2">
        {rows.map((row) => (
          <Variable key={row.name} row={row} taken={taken} />
        ))}
      </ul>
      <NameForm
        label={text.add}
        action={text.create}
        taken={taken}
        onSubmit={(name) => actions.declare(name)}
      />
    </div>
  )
}
