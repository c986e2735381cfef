import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ScriptTask } from '../../../core/script-interpreter.ts'
import { useEditor } from '../editor-context.tsx'
import { useEditorMarks } from '../editor-marks.tsx'
import { NO_MARKS } from '../model/canvas/marks.ts'
import { type FlowDocument, isSameGraph } from '../model/graph.ts'
import type { FieldShapes } from '../model/simulate/contact-fields.ts'
import {
  type Act,
  type CalledFlow,
  FlowSimulator,
  type OpenEffect,
  type SimulatedContact,
  type SimulatorView,
} from '../model/simulate/flow-simulator.ts'
import { openPinnedAnswers, type PinnedAnswers } from './answers/pinned-answers.ts'
import { toJsonOrText } from './json-or-text.ts'
import { createScriptRunner, type ScriptRunner } from './scripts/script-runner.ts'
import { useLiveCalls } from './use-live-calls.ts'
import { useLiveQuestions } from './use-live-questions.ts'
import { useLiveSearches } from './use-live-searches.ts'

const SECOND_MS = 1_000

/** What a conversation begins with. */
export interface Beginning {
  document: FlowDocument
  called: readonly CalledFlow[]
  contact: SimulatedContact
  contactFields: FieldShapes
  playFrom: string | null
}

function begin(flowId: string, { document, ...setup }: Beginning): FlowSimulator {
  const startAt = Math.floor(Date.now() / SECOND_MS) * SECOND_MS
  return new FlowSimulator({ ...setup, flowId, definition: document.definition, startAt })
}

async function runScript(runner: ScriptRunner, task: ScriptTask, act: Act, isOver: () => boolean) {
  const result = await runner.run(task)
  if (isOver()) return
  act((simulator) =>
    result.ok
      ? simulator.answerEffect(
          'code',
          { value: result.value },
          { kind: 'script', ok: true, text: toJsonOrText(result.value) },
        )
      : simulator.answerEffect(
          'code',
          { error: result.error.code },
          { kind: 'script', ok: false, text: result.error.message },
        ),
  )
}

/** Runs the script the conversation waits for, and gives the answers that were pinned unless calls are made for real. */
function useAnswers(effect: OpenEffect | undefined, pinned: PinnedAnswers, isLive: boolean, act: Act): void {
  useEffect(() => {
    if (!effect) return
    if (effect.script) {
      const runner = createScriptRunner()
      let isOver = false
      void runScript(runner, effect.script, act, () => isOver)
      return () => {
        isOver = true
        runner.close()
      }
    }
    const answer = pinned.get(effect.pin)
    const { kind, pin: nodeId } = effect
    if (answer && !isLive)
      act((simulator) => simulator.answerEffect(kind, answer, { kind: 'pinned', nodeId }))
  }, [effect, pinned, isLive, act])
}

/** One conversation with the draft as it was when it began; its path lights up on the canvas. */
export function useSimulator(beginning: Beginning, isLive: boolean) {
  const { flowId, store, view: editorView } = useEditor()
  const { marks } = useEditorMarks()
  const [simulator] = useState(() => begin(flowId, beginning))
  const [view, setView] = useState<SimulatorView>(() => simulator.view())
  const [isOutdated, setOutdated] = useState(false)
  const pinned = useMemo(() => openPinnedAnswers(flowId), [flowId])
  const { definition } = beginning.document
  useEffect(() => {
    marks.set(view.marks)
    return () => marks.set(NO_MARKS)
  }, [marks, view])
  useEffect(
    () => store.subscribe(() => setOutdated(!isSameGraph(store.document.definition, definition))),
    [store, definition],
  )
  const act = useCallback<Act>(
    (run) => {
      run(simulator)
      const next = simulator.view()
      setView(next)
      const place = next.place
      if (place && place.flowName === null)
        editorView.set({ ...editorView.get(), reveal: { nodeId: place.nodeId } })
    },
    [simulator, editorView],
  )
  const [effect] = view.openEffects
  useAnswers(effect, pinned, isLive, act)
  const isCalling = useLiveCalls(effect, isLive, act)
  const isAsking = useLiveQuestions(effect, view.lines, isLive, act)
  const isSearching = useLiveSearches(effect, isLive, act)
  return { view, simulator, act, isOutdated, pinned, isCalling, isAsking, isSearching }
}
