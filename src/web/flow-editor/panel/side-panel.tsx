import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/language.tsx'
import { Button } from '../../ui/button.tsx'
import { useDocument, useEditor, useStoreValue } from '../editor-context.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import { MissedList } from '../missed/missed-list.tsx'
import { findNode } from '../model/graph.ts'
import { SimulatorPanel } from '../simulator/simulator-panel.tsx'
import { VersionList } from '../versions/version-list.tsx'
import { FlowSettings } from './flow-settings.tsx'
import { NodePanel } from './node-panel.tsx'
import { ProblemList } from './problem-list.tsx'
import { VariableList } from './variable-list.tsx'

interface DrawerProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** The drawer at the right; on a phone it covers the page. It does not keep people from the canvas. */
function Drawer({ title, onClose, children }: DrawerProps) {
  const { shell } = useText()
  return (
    <aside
      aria-label={title}
      className="absolute inset-0 z-30 flex flex-col border-s border-line bg-surface md:static md:w-88 md:shrink-0 xl:w-96"
    >
      <div className="flex items-center justify-between gap-2 border-b border-line py-2 pe-2 ps-4">
        <h2 className="truncate text-[0.9375rem] font-semibold">{title}</h2>
        <Button variant="quiet" size="icon" className="size-9" aria-label={shell.close} onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      {children}
    </aside>
  )
}

/** What is open at the right: the form of a node, or a list about the whole flow. */
export function SidePanel() {
  const text = useEditorText()
  const { view } = useEditor()
  const { editedNode, side } = useStoreValue(view)
  const node = findNode(useDocument(), editedNode ?? '')
  if (node) {
    const close = () => view.set({ ...view.get(), editedNode: null })
    return (
      <Drawer title={nameNode(text, node.type, node.data)} onClose={close}>
        <NodePanel key={node.id} node={node} />
      </Drawer>
    )
  }
  const close = () => view.set({ ...view.get(), side: null })
  switch (side) {
    case 'problems':
      return (
        <Drawer title={text.draft.problems} onClose={close}>
          <ProblemList />
        </Drawer>
      )
    case 'simulator':
      return (
        <Drawer title={text.simulator.title} onClose={close}>
          <SimulatorPanel />
        </Drawer>
      )
    case 'versions':
      return (
        <Drawer title={text.versions.title} onClose={close}>
          <VersionList />
        </Drawer>
      )
    case 'variables':
      return (
        <Drawer title={text.variables.title} onClose={close}>
          <VariableList />
        </Drawer>
      )
    case 'missed':
      return (
        <Drawer title={text.missed.title} onClose={close}>
          <MissedList />
        </Drawer>
      )
    case 'settings':
      return (
        <Drawer title={text.draft.settings} onClose={close}>
          <FlowSettings />
        </Drawer>
      )
    default:
      return null
  }
}
