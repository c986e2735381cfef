import { useReactFlow } from '@xyflow/react'
import { LayoutGrid, type LucideIcon, Maximize, Minus, Mouse, Plus, Touchpad } from 'lucide-react'
import { useCommands } from '../editor-commands.ts'
import { useEditor, useStoreValue } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { motionMs } from './hooks/motion.ts'

interface ControlProps {
  label: string
  icon: LucideIcon
  onClick: () => void
}

function Control({ label, icon: Icon, onClick }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-9 place-items-center text-ink-soft -outline-offset-2 hover:bg-sunken hover:text-ink"
    >
      <Icon className="size-4" aria-hidden />
    </button>
  )
}

/** Zoom and order, at the lower left of the canvas. */
export function CanvasControls() {
  const { canvas } = useEditorText()
  const { view } = useEditor()
  const { wheel } = useStoreValue(view)
  const run = useCommands()
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  return (
    <div className="absolute bottom-3 left-3 z-10 flex divide-x divide-line overflow-hidden rounded-xl border border-line bg-surface shadow-soft">
      <Control
        label={canvas.zoomOut}
        icon={Minus}
        onClick={() => void zoomOut({ duration: motionMs(120) })}
      />
      <Control label={canvas.zoomIn} icon={Plus} onClick={() => void zoomIn({ duration: motionMs(120) })} />
      <Control
        label={canvas.fit}
        icon={Maximize}
        onClick={() => void fitView({ padding: 0.15, maxZoom: 1, duration: motionMs(200) })}
      />
      <Control label={canvas.arrange} icon={LayoutGrid} onClick={() => run('arrange')} />
      <Control
        label={canvas.wheels[wheel]}
        icon={wheel === 'mouse' ? Mouse : Touchpad}
        onClick={() => run('wheel')}
      />
    </div>
  )
}
