import { FastForward, FlaskConical, Play, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { findNodeType } from '../../../core/flow/index.ts'
import { useText } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useDocument } from '../editor-context.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import type { SimulatorView } from '../model/flow-simulator.ts'
import { findNode } from '../model/graph.ts'
import { formatSeconds } from '../model/node-view.ts'
import { Composer } from './composer.tsx'
import { EffectCard } from './effect-card.tsx'
import { SaveTestButton } from './save-test-button.tsx'
import { Talk } from './talk.tsx'
import { TestList } from './test-list.tsx'
import { useSimulator } from './use-simulator.ts'

const CONTACT_NAME = 'Ana'

type Simulator = ReturnType<typeof useSimulator>

/** Where the run stands, and the way through its time. */
function Standing({ view, act }: Pick<Simulator, 'view' | 'act'>) {
  const text = useEditorText()
  const { runs } = useText()
  const document = useDocument()
  const { run, nextTimerMs } = view
  if (!run) return null
  const node = findNode(document, run.currentNodeId ?? '')
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 text-[0.8125rem]">
      <Badge tone={run.state === 'failed' ? 'bad' : run.state === 'handed_off' ? 'warn' : 'neutral'}>
        {runs.states[run.state]}
      </Badge>
      {node && run.state !== 'completed' && (
        <span className="min-w-0 truncate text-ink-soft">{nameNode(text, node.type, node.data)}</span>
      )}
      {nextTimerMs !== null && (
        <Button
          size="small"
          variant="secondary"
          className="ml-auto"
          onClick={() => act((simulator) => simulator.skip())}
        >
          <FastForward aria-hidden />
          {text.simulator.skip(formatSeconds(nextTimerMs / 1_000) || '0 s')}
        </Button>
      )}
    </div>
  )
}

/** Starts that no message makes: by the API, by a schedule. */
function Starts({ act }: Pick<Simulator, 'act'>) {
  const text = useEditorText()
  const { nodes } = useDocument().definition
  const starts = nodes.filter(({ type }) => type === 'trigger.api' || type === 'trigger.schedule')
  if (starts.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2 border-b border-line px-4 py-2">
      {starts.map((node) => (
        <Button
          key={node.id}
          size="small"
          variant="secondary"
          onClick={() =>
            act((simulator) =>
              node.type === 'trigger.api'
                ? simulator.startByApi(sampleInputs(node.data))
                : simulator.startBySchedule(node.id),
            )
          }
        >
          <Play aria-hidden />
          {nameNode(text, node.type, node.data)}
        </Button>
      ))}
    </div>
  )
}

/** Values for the inputs a start must have. */
function sampleInputs(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const bound = findNodeType('trigger.api')?.bind('t', data)
  const rule = bound?.ok ? bound.node.trigger : null
  const inputs = rule?.kind === 'api' ? rule.inputs : []
  const samples = { string: 'text', number: 1, boolean: true, date: '2026-01-01', list: [], object: {} }
  return Object.fromEntries(inputs.map((input) => [input.name, input.default ?? samples[input.type]]))
}

function Variables({ view }: { view: SimulatorView }) {
  const { simulator: text } = useEditorText()
  const vars = Object.entries(view.run?.context.vars ?? {})
  if (vars.length === 0 && view.tags.length === 0) {
    return <p className="p-4 text-sm text-ink-soft">{text.noVariables}</p>
  }
  return (
    <dl className="min-h-0 flex-1 divide-y divide-line overflow-y-auto px-4 text-sm">
      {vars.map(([name, value]) => (
        <div key={name} className="grid grid-cols-[2fr_3fr] gap-3 py-2">
          <dt className="truncate font-mono text-[0.8125rem]">{name}</dt>
          <dd className="break-words">{typeof value === 'string' ? value : JSON.stringify(value)}</dd>
        </div>
      ))}
      {view.tags.length > 0 && (
        <div className="grid grid-cols-[2fr_3fr] gap-3 py-2">
          <dt className="font-mono text-[0.8125rem]">contact.tags</dt>
          <dd>{view.tags.join(', ')}</dd>
        </div>
      )}
    </dl>
  )
}

function Conversation({ simulation }: { simulation: Simulator }) {
  const { simulator: text } = useEditorText()
  const { view, act, restart, isOutdated } = simulation
  const [effect] = view.openEffects
  return (
    <>
      {isOutdated && (
        <p className="flex items-center justify-between gap-3 bg-warn-soft px-4 py-2 text-[0.8125rem]">
          {text.outdated}
          <Button size="small" variant="secondary" onClick={restart}>
            {text.restart}
          </Button>
        </p>
      )}
      <Standing view={view} act={act} />
      <Starts act={act} />
      <Talk lines={view.lines} act={act} />
      {effect ? <EffectCard key={effect.effectId} effect={effect} act={act} /> : <Composer act={act} />}
    </>
  )
}

/** A phone-like conversation with the draft; nothing leaves the browser. */
export function SimulatorPanel() {
  const { simulator: text } = useEditorText()
  const [tab, setTab] = useState<'talk' | 'variables' | 'tests'>('talk')
  const simulation = useSimulator(CONTACT_NAME)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-1 border-b border-line px-3 py-1.5">
        <Button size="small" variant="quiet" onClick={simulation.restart}>
          <RotateCcw aria-hidden />
          {text.restart}
        </Button>
        <SaveTestButton simulator={simulation.simulator} contactName={CONTACT_NAME} />
        <FlaskConical className="ml-auto size-4 text-ink-soft" aria-hidden />
      </div>
      <Tabs
        fill
        label={text.title}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'talk', name: text.talk, content: <Conversation simulation={simulation} /> },
          { value: 'variables', name: text.variables, content: <Variables view={simulation.view} /> },
          { value: 'tests', name: text.tests, content: <TestList /> },
        ]}
      />
    </div>
  )
}
