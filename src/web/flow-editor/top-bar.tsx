import { Link } from '@tanstack/react-router'
import {
  ArrowLeft,
  CircleAlert,
  CircleCheck,
  Keyboard,
  ListTree,
  type LucideIcon,
  Play,
  Plus,
  Redo2,
  Search,
  TriangleAlert,
  Undo2,
  Waypoints,
} from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { FlowMenu } from './draft/flow-menu.tsx'
import { PublishButton } from './draft/publish-button.tsx'
import { SaveStatusLine } from './draft/save-status.tsx'
import { useDocument, useEditor, useEditorState, useStoreValue } from './editor-context.tsx'
import { useEditorText } from './editor-text.ts'
import { LanguageSwitch } from './languages/language-switch.tsx'
import type { EditorState } from './model/editor-store.ts'

const pickUndo = (state: EditorState) => state.canUndo
const pickRedo = (state: EditorState) => state.canRedo

interface ToolProps {
  label: string
  icon: LucideIcon
  onClick: () => void
  disabled?: boolean
  pressed?: boolean
  className?: string
}

export function Tool({ label, icon: Icon, onClick, disabled = false, pressed, className }: ToolProps) {
  return (
    <Button
      variant="quiet"
      size="icon"
      className={classes('size-9', pressed && 'bg-accent-soft text-accent', className)}
      aria-label={label}
      title={label}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon aria-hidden />
    </Button>
  )
}

function FlowName() {
  const { draft } = useEditorText()
  const { store } = useEditor()
  const { name } = useDocument()
  return (
    <h1 className="min-w-0 flex-1 sm:flex-none">
      <input
        aria-label={draft.name}
        value={name}
        maxLength={120}
        onChange={(event) => {
          const next = event.target.value
          store.change((document) => ({ ...document, name: next }), { burst: 'name' })
        }}
        className="h-9 w-full rounded-lg border border-transparent bg-transparent px-2 text-[0.9375rem] font-semibold text-ellipsis hover:border-line focus:border-accent sm:w-56"
      />
    </h1>
  )
}

/** How many problems there are; opens their list. */
function ProblemsButton() {
  const { canvas, draft } = useEditorText()
  const { problems, view } = useEditor()
  const { errors, warnings } = useStoreValue(problems)
  const { side } = useStoreValue(view)
  const count = errors.length + warnings.length
  const Icon = errors.length > 0 ? CircleAlert : warnings.length > 0 ? TriangleAlert : CircleCheck
  const tone = errors.length > 0 ? 'text-bad' : warnings.length > 0 ? 'text-warn' : 'text-good'
  const parts = [
    errors.length > 0 && canvas.errorCount(errors.length),
    warnings.length > 0 && canvas.warningCount(warnings.length),
  ].filter(Boolean)
  const label = parts.join(', ') || draft.noProblems
  return (
    <Button
      variant="quiet"
      className="h-9 px-1.5 sm:px-2.5"
      title={label}
      aria-pressed={side === 'problems'}
      onClick={() =>
        view.set({ ...view.get(), editedNode: null, side: side === 'problems' ? null : 'problems' })
      }
    >
      <Icon className={tone} aria-hidden />
      <span className="sr-only">{`${draft.problems}: ${label}`}</span>
      <span aria-hidden className="text-[0.8125rem] tabular-nums">
        {count > 0 && count}
      </span>
    </Button>
  )
}

function ModeButtons() {
  const { canvas } = useEditorText()
  const { view } = useEditor()
  const { mode } = useStoreValue(view)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add nothing to two buttons
    <div role="group" aria-label={canvas.view} className="flex rounded-lg border border-line p-0.5">
      {(
        [
          ['canvas', canvas.viewCanvas, Waypoints],
          ['outline', canvas.viewOutline, ListTree],
        ] as const
      ).map(([value, label, icon]) => (
        <Tool
          key={value}
          label={label}
          icon={icon}
          pressed={mode === value}
          className="size-7.5 rounded-md"
          onClick={() => view.set({ ...view.get(), mode: value })}
        />
      ))}
    </div>
  )
}

function SimulatorButton() {
  const { simulator } = useEditorText()
  const { view } = useEditor()
  const { side, editedNode } = useStoreValue(view)
  const isOpen = side === 'simulator' && editedNode === null
  return (
    <Tool
      label={simulator.open}
      icon={Play}
      pressed={isOpen}
      onClick={() =>
        view.set({ ...view.get(), editedNode: null, side: isOpen ? null : 'simulator', playFrom: null })
      }
    />
  )
}

/** The bar of the editor: where one is, how the draft stands, and what can be done with the whole flow. */
export function TopBar() {
  const { canvas } = useEditorText()
  const { store, view } = useEditor()
  const canUndo = useEditorState(pickUndo)
  const canRedo = useEditorState(pickRedo)
  const change = (part: Partial<ReturnType<typeof view.get>>) => view.set({ ...view.get(), ...part })
  return (
    <header className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-surface px-2 py-1.5 sm:px-3">
      <Button asChild variant="quiet" size="icon" className="size-9">
        <Link to="/flows" aria-label={canvas.back} title={canvas.back}>
          <ArrowLeft aria-hidden />
        </Link>
      </Button>
      <FlowName />
      <SaveStatusLine />
      <div className="ms-auto flex flex-wrap items-center gap-0.5 sm:gap-1">
        <Tool
          label={canvas.addNode}
          icon={Plus}
          className="lg:hidden"
          onClick={() => change({ adding: { kind: 'free' } })}
        />
        <Tool label={canvas.undo} icon={Undo2} disabled={!canUndo} onClick={() => store.undo()} />
        <Tool
          label={canvas.redo}
          className="hidden sm:inline-flex"
          icon={Redo2}
          disabled={!canRedo}
          onClick={() => store.redo()}
        />
        <Tool
          label={canvas.find}
          className="hidden sm:inline-flex"
          icon={Search}
          onClick={() => change({ isFinding: true })}
        />
        <Tool
          label={canvas.help}
          icon={Keyboard}
          className="hidden md:inline-flex"
          onClick={() => change({ isHelpOpen: true })}
        />
        <LanguageSwitch />
        <ModeButtons />
        <SimulatorButton />
        <ProblemsButton />
        <FlowMenu />
        <PublishButton />
      </div>
    </header>
  )
}
