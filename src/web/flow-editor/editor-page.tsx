import '@xyflow/react/dist/style.css'
import './jitless.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readChoice } from '../app/stored-choice.ts'
import { useText } from '../i18n/language.tsx'
import { ErrorState, LoadingRows } from '../ui/messages/states.tsx'
import { createDraftPort, loadFlow } from './draft-port.ts'
import { type Editor, EditorProvider } from './editor-context.tsx'
import { EditorScreen } from './editor-screen.tsx'
import type { EditorSearch } from './editor-search.ts'
import { useEditorText } from './editor-text.ts'
import { FIRST_VIEW, WHEEL_MODES } from './editor-view.ts'
import { DraftSaver, type StoredFlow } from './model/draft-saver.ts'
import { EditorActions } from './model/editor-actions.ts'
import { EditorStore } from './model/editor-store.ts'
import { NO_PROBLEMS } from './model/find/problem-index.ts'
import { findNode } from './model/graph.ts'
import { createStore } from './model/store.ts'

const route = getRouteApi('/full/flows/$flowId/edit')
const PHONE = '(max-width: 767px)'
const ID_CHARS = 10

/** Not `randomUUID`, which browsers have at secure addresses alone. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(ID_CHARS)), (byte) => (byte % 16).toString(16)).join('')

function createEditor(flowId: string, stored: StoredFlow, { show, node }: EditorSearch): Editor {
  const saver = new DraftSaver(stored, createDraftPort(flowId))
  const store = new EditorStore(saver.restore(), () => performance.now())
  const mode = matchMedia(PHONE).matches ? 'outline' : 'canvas'
  return {
    flowId,
    store,
    actions: new EditorActions(store, newId),
    saver,
    problems: createStore(NO_PROBLEMS),
    view: createStore({
      ...FIRST_VIEW,
      mode,
      wheel: readChoice('wheel', WHEEL_MODES) ?? 'mouse',
      ...(show && { side: 'simulator' as const }),
      ...(node !== undefined &&
        findNode(store.document, node) && { editedNode: node, reveal: { nodeId: node } }),
      isTestsFirst: show === 'tests',
      isFirst: show === 'first',
      isOpening: show === 'first',
    }),
  }
}

function LoadedEditor({ flowId, stored }: { flowId: string; stored: StoredFlow }) {
  const shown = route.useSearch()
  const [editor] = useState(() => createEditor(flowId, stored, shown))
  const { nodes } = useEditorText()
  useEffect(() => {
    editor.actions.firstTexts = nodes.firstTexts
  }, [editor, nodes])
  return (
    <EditorProvider editor={editor}>
      <EditorScreen />
    </EditorProvider>
  )
}

/** Loads a flow once and edits it; what others change meanwhile shows as a conflict when it is saved. */
export function FlowEditorPage() {
  const { flowId } = route.useParams()
  const { shell } = useText()
  const { canvas } = useEditorText()
  const flow = useQuery({
    queryKey: ['flow-editor', flowId],
    queryFn: () => loadFlow(flowId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const name = flow.data?.document.name ?? shell.flows
  useEffect(() => {
    document.title = `${canvas.title(name)} · ${shell.product}`
  }, [canvas, name, shell])
  if (flow.data) return <LoadedEditor key={flowId} flowId={flowId} stored={flow.data} />
  return (
    <main className="mx-auto max-w-2xl p-6">
      <Link
        to="/flows"
        className="inline-flex items-center gap-1.5 rounded text-sm text-ink-soft hover:text-ink"
      >
        <ArrowLeft className="size-4" aria-hidden />
        {canvas.back}
      </Link>
      <h1 className="sr-only">{canvas.loading}</h1>
      {flow.isError ? (
        <ErrorState error={flow.error} onRetry={() => void flow.refetch()} />
      ) : (
        <LoadingRows rows={5} />
      )}
    </main>
  )
}
