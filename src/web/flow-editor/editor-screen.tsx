import { ReactFlowProvider } from '@xyflow/react'
import { lazy, Suspense, useState } from 'react'
import { Canvas } from './canvas/canvas.tsx'
import { ConnectDialog } from './canvas/connect-dialog.tsx'
import { FindBar } from './canvas/find-bar.tsx'
import { HelpDialog } from './canvas/help-dialog.tsx'
import { NodePicker } from './canvas/node-picker.tsx'
import { Palette } from './canvas/palette.tsx'
import { CommandMenu } from './commands/command-menu.tsx'
import { ConflictNotice } from './draft/conflict-notice.tsx'
import { LookOnlyNotice } from './draft/look-only-notice.tsx'
import { useDraft } from './draft/use-draft.ts'
import { useEditor, useEditorState, useStoreValue } from './editor-context.tsx'
import { EditorMarksProvider } from './editor-marks.tsx'
import { useConnectedHandles } from './hooks/use-connected-handles.ts'
import { useClipboard, useKeys } from './hooks/use-keys.ts'
import { useProblems } from './hooks/use-problems.ts'
import { TextsTable } from './languages/texts-table.tsx'
import { type Marks, NO_MARKS } from './model/canvas/marks.ts'
import type { EditorState } from './model/editor-store.ts'
import { createStore } from './model/store.ts'
import { OutlineView } from './outline/outline-view.tsx'
import { SidePanel } from './panel/side-panel.tsx'
import { TopBar } from './top-bar.tsx'
import { Comparison } from './versions/comparison.tsx'
import { Figures } from './versions/figures.tsx'

const FirstBar = lazy(async () => ({ default: (await import('./first/first-bar.tsx')).FirstBar }))

const pickHasLanguages = ({ document }: EditorState) =>
  (document.definition.settings.languages?.others.length ?? 0) > 0

function Workspace() {
  useKeys()
  useClipboard()
  useDraft()
  useProblems()
  const { view } = useEditor()
  const { mode, isFirst, isFinding, isTranslating, comparing, analysing } = useStoreValue(view)
  const hasLanguages = useEditorState(pickHasLanguages)
  const isLooking = comparing !== null || analysing !== null
  return (
    <div className="flex h-dvh flex-col bg-canvas">
      <TopBar />
      <LookOnlyNotice />
      <ConflictNotice />
      {isFirst && (
        <Suspense>
          <FirstBar />
        </Suspense>
      )}
      <main className="relative flex min-h-0 flex-1">
        {!isLooking && <Palette />}
        <div className="relative flex min-w-0 flex-1">
          {analysing ? (
            <Figures />
          ) : comparing ? (
            <Comparison />
          ) : isTranslating && hasLanguages ? (
            <TextsTable />
          ) : mode === 'canvas' ? (
            <Canvas />
          ) : (
            <OutlineView />
          )}
          {isFinding && <FindBar />}
        </div>
        <SidePanel />
      </main>
      <NodePicker />
      <ConnectDialog />
      <HelpDialog />
      <CommandMenu />
    </div>
  )
}

/** The whole editor of one flow. */
export function EditorScreen() {
  const { problems } = useEditor()
  const [marks] = useState(() => createStore<Marks>(NO_MARKS))
  const taken = useConnectedHandles()
  return (
    <EditorMarksProvider marks={marks} problems={problems} taken={taken}>
      <ReactFlowProvider>
        <Workspace />
      </ReactFlowProvider>
    </EditorMarksProvider>
  )
}
