import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type LucideIcon, Workflow, Zap } from 'lucide-react'
import { queries } from '../../app/api.ts'
import { buildDistinctNames } from '../../features/flows/flow-names.ts'
import { useCommands } from '../editor-commands.ts'
import { useEditor } from '../editor-context.tsx'
import { nameNode, nameType, useEditorText } from '../editor-text.ts'
import type { FlowAction, Side } from '../editor-view.ts'
import { useAddNode } from '../hooks/use-add-node.ts'
import { type Command, KEYMAP } from '../model/canvas/keymap.ts'
import { listPalette, summarize } from '../model/canvas/node-view.ts'
import { type SearchEntry, searchEntries } from '../model/find/search-entries.ts'
import { iconOf } from '../node-icons.ts'

export interface MenuEntry extends SearchEntry {
  id: string
  icon: LucideIcon
  keys?: string | undefined
  run: () => void
}

export interface MenuGroup {
  id: 'actions' | 'add' | 'nodes' | 'flows'
  entries: MenuEntry[]
}

/** They need the press of a key, or mean nothing while the menu is open. */
const KEYS_ONLY: ReadonlySet<Command> = new Set(['nudge', 'neighbour', 'leave', 'finish', 'menu'])

/** Most of one kind that are shown while something is typed; more words find the others. */
const MOST = 20

/** What the menu offers beside the commands of the keys. */
function useActions(): MenuEntry[] {
  const text = useEditorText()
  const { view } = useEditor()
  const run = useCommands()
  const open = (side: Side) => () => view.set({ ...view.get(), side, editedNode: null })
  const ask = (action: FlowAction) => () => view.set({ ...view.get(), asked: { action } })
  const commands = KEYMAP.filter(({ command }) => !KEYS_ONLY.has(command)).map(
    ({ command, keys }): MenuEntry => ({
      id: command,
      icon: Zap,
      label: text.canvas.commands[command],
      keys: keys[0],
      run: () => run(command),
    }),
  )
  const others: [id: string, label: string, run: () => void][] = [
    ['publish', text.draft.publish, ask('publish')],
    ['publish-with-note', text.draft.publishWithNote, ask('publish_with_note')],
    ['settings', text.draft.settings, open('settings')],
    ['versions', text.versions.title, open('versions')],
    ['export', text.transfer.export, ask('export')],
    ['replace', text.transfer.import, ask('replace')],
    ['duplicate-flow', text.transfer.duplicate, ask('duplicate')],
  ]
  return [...others.map(([id, label, act]): MenuEntry => ({ id, icon: Zap, label, run: act })), ...commands]
}

function useNodeEntries(): { add: MenuEntry[]; nodes: MenuEntry[] } {
  const text = useEditorText()
  const { store, view } = useEditor()
  const addNode = useAddNode()
  const behind = store.get().selection.nodes.values().next().value
  const add = listPalette()
    .flatMap(({ types }) => types)
    .map(
      (type): MenuEntry => ({
        id: `add:${type}`,
        icon: iconOf(type),
        label: nameType(text, type),
        hint: text.nodes.types[type]?.hint,
        run: () => addNode(type, { kind: 'free', ...(behind !== undefined && { behind }) }),
      }),
    )
  const nodes = store.document.definition.nodes.map(
    (node): MenuEntry => ({
      id: `node:${node.id}`,
      icon: iconOf(node.type),
      label: nameNode(text, node.type, node.data),
      hint: summarize(node),
      run() {
        store.select([node.id])
        view.set({ ...view.get(), editedNode: node.id, reveal: { nodeId: node.id } })
      },
    }),
  )
  return { add, nodes }
}

function useFlowEntries(): MenuEntry[] {
  const { flowId } = useEditor()
  const navigate = useNavigate()
  const flows = useQuery(queries.flows.list.queryOptions({ input: {} }))
  const names = buildDistinctNames(flows.data ?? [])
  return (flows.data ?? [])
    .filter(({ id }) => id !== flowId)
    .map(({ id, name, description }) => ({
      id: `flow:${id}`,
      icon: Workflow,
      label: names.get(id) ?? name,
      hint: description ?? undefined,
      run: () => void navigate({ to: '/flows/$flowId/edit', params: { flowId: id } }),
    }))
}

/** What fits the words that were typed, by kind; a kind with nothing is left out. */
export function useMenuGroups(query: string): MenuGroup[] {
  const actions = useActions()
  const { add, nodes } = useNodeEntries()
  const flows = useFlowEntries()
  const groups: MenuGroup[] = [
    { id: 'actions', entries: actions },
    { id: 'add', entries: add },
    { id: 'nodes', entries: nodes },
    { id: 'flows', entries: flows },
  ]
  return groups
    .map(({ id, entries }) => ({
      id,
      entries: searchEntries(entries, query).slice(0, id === 'actions' ? undefined : MOST),
    }))
    .filter(({ entries }) => entries.length > 0)
}
