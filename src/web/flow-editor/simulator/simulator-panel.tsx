import { useQuery } from '@tanstack/react-query'
import { FastForward, RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { findCalls } from '../../../core/flow/index.ts'
import { useContactFields } from '../../features/contacts/contact-data.ts'
import { useRunsText } from '../../features/runs/runs-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useDocument, useEditor, useStoreValue } from '../editor-context.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import { useOpening } from '../first/use-opening.ts'
import { formatSeconds } from '../model/canvas/node-view.ts'
import { findNode } from '../model/graph.ts'
import { listFieldsOf } from '../model/simulate/contact-fields.ts'
import type { OpenEffect, SimulatedContact, SimulatorView } from '../model/simulate/flow-simulator.ts'
import { ApprovalCard } from './answers/approval-card.tsx'
import { EffectCard } from './answers/effect-card.tsx'
import { EmailCard } from './answers/email-card.tsx'
import { GroupCard } from './answers/group-card.tsx'
import { ModelCard } from './answers/model-card.tsx'
import { PostCard } from './answers/post-card.tsx'
import { SearchCard } from './answers/search-card.tsx'
import { TableCard } from './answers/table-card.tsx'
import { ToolCard } from './answers/tool-card.tsx'
import { loadCalledFlows } from './called-flow-loader.ts'
import { Composer } from './composer.tsx'
import { ContactButton } from './contact-button.tsx'
import { Starts } from './starts/starts.tsx'
import { Talk } from './talk.tsx'
import { PhonePanel } from './tests/phone-panel.tsx'
import { SaveTestButton } from './tests/save-test-button.tsx'
import { TestList } from './tests/test-list.tsx'
import { type Beginning, useSimulator } from './use-simulator.ts'

const FIRST_CONTACT: SimulatedContact = { name: 'Ana', phone: null, tags: [], fields: {} }

type Simulator = ReturnType<typeof useSimulator>

/** Where the run stands, and the way through its time. */
function Standing({ view, act }: Pick<Simulator, 'view' | 'act'>) {
  const text = useEditorText()
  const runs = useRunsText()
  const document = useDocument()
  const { run, place, nextTimerMs } = view
  if (!run) return null
  const node = place?.flowName === null ? findNode(document, place.nodeId) : undefined
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 text-[0.8125rem]">
      <Badge tone={run.state === 'failed' ? 'bad' : run.state === 'handed_off' ? 'warn' : 'neutral'}>
        {runs.states[run.state]}
      </Badge>
      {node && run.state !== 'completed' && (
        <span className="min-w-0 truncate text-ink-soft">{nameNode(text, node.type, node.data)}</span>
      )}
      {place && place.flowName !== null && run.state !== 'completed' && (
        <span className="min-w-0 truncate text-ink-soft">{text.simulator.inFlow(place.flowName)}</span>
      )}
      {nextTimerMs !== null && (
        <Button
          size="small"
          variant="secondary"
          className="ms-auto"
          onClick={() => act((simulator) => simulator.skip())}
        >
          <FastForward aria-hidden />
          {text.simulator.skip(formatSeconds(nextTimerMs / 1_000) || '0 s')}
        </Button>
      )}
    </div>
  )
}

function Variables({ view }: { view: SimulatorView }) {
  const { simulator: text } = useEditorText()
  const vars = Object.entries(view.run?.context.vars ?? {})
  const fields = Object.entries(view.fields).map(
    ([name, value]) => [`contact.fields.${name}`, value] as const,
  )
  if (vars.length + fields.length === 0 && view.tags.length === 0) {
    return <p className="p-4 text-sm text-ink-soft">{text.noVariables}</p>
  }
  return (
    <dl className="min-h-0 flex-1 divide-y divide-line overflow-y-auto px-4 text-sm">
      {[...vars, ...fields].map(([name, value]) => (
        <div key={name} className="grid grid-cols-[2fr_3fr] gap-3 py-2">
          <dt className="font-mono text-[0.8125rem] break-words">{name}</dt>
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

/** What is special about this conversation. */
function Notices({ isOutdated, restart, playFrom, called }: SessionProps & { isOutdated: boolean }) {
  const text = useEditorText()
  const document = useDocument()
  const { simulator } = text
  const start = playFrom === null ? undefined : findNode(document, playFrom)
  const drafts = called.filter(({ isPublished }) => !isPublished).map(({ name }) => name)
  return (
    <>
      {isOutdated && (
        <p className="flex items-center justify-between gap-3 bg-warn-soft px-4 py-2 text-[0.8125rem]">
          {simulator.outdated}
          <Button size="small" variant="secondary" onClick={() => restart({})}>
            {simulator.restart}
          </Button>
        </p>
      )}
      {start && (
        <p className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 text-[0.8125rem] text-ink-soft">
          {simulator.playsFrom(nameNode(text, start.type, start.data))}
          <Button size="small" variant="quiet" onClick={() => restart({ playFrom: null })}>
            {simulator.fromStart}
          </Button>
        </p>
      )}
      {drafts.length > 0 && (
        <p className="border-b border-line px-4 py-2 text-[0.8125rem] text-ink-soft">
          {simulator.draftsCalled(drafts.join(', '))}
        </p>
      )}
    </>
  )
}

const isPost = (effect: OpenEffect | undefined): effect is OpenEffect =>
  effect?.kind === 'channel_post' || effect?.kind === 'status_post'

function Conversation({ simulation, ...session }: SessionProps & { simulation: Simulator }) {
  const { simulator: text } = useEditorText()
  const { view, act, isOutdated, pinned, isCalling, isAsking, isSearching } = simulation
  const [effect] = view.openEffects
  return (
    <>
      <Notices {...session} isOutdated={isOutdated} />
      <Standing view={view} act={act} />
      <Starts act={act} />
      <Talk lines={view.lines} act={act} pinned={pinned} />
      {isCalling && (
        <p role="status" className="border-t border-line p-4 text-sm text-ink-soft">
          {text.calling}
        </p>
      )}
      {effect?.kind === 'http' && !isCalling && (
        <EffectCard key={effect.effectId} effect={effect} act={act} pinned={pinned} />
      )}
      {effect?.kind === 'mcp' && <ToolCard key={effect.effectId} effect={effect} act={act} pinned={pinned} />}
      {isAsking && (
        <p role="status" className="border-t border-line p-4 text-sm text-ink-soft">
          {text.asking}
        </p>
      )}
      {effect?.question && !isAsking && (
        <ModelCard
          key={effect.effectId}
          effect={effect}
          task={effect.question.task}
          act={act}
          pinned={pinned}
        />
      )}
      {isSearching && (
        <p role="status" className="border-t border-line p-4 text-sm text-ink-soft">
          {text.searching}
        </p>
      )}
      {effect?.search && !isSearching && (
        <SearchCard key={effect.effectId} effect={effect} act={act} pinned={pinned} />
      )}
      {effect?.kind === 'table' && (
        <TableCard key={effect.effectId} effect={effect} act={act} pinned={pinned} />
      )}
      {effect?.kind === 'email' && (
        <EmailCard key={effect.effectId} effect={effect} act={act} pinned={pinned} />
      )}
      {effect?.kind === 'group_act' && (
        <GroupCard key={effect.effectId} effect={effect} act={act} pinned={pinned} />
      )}
      {isPost(effect) && <PostCard key={effect.effectId} effect={effect} act={act} pinned={pinned} />}
      {effect?.kind === 'code' && (
        <p role="status" className="border-t border-line p-4 text-sm text-ink-soft">
          {text.scriptRuns}
        </p>
      )}
      {view.run?.context.approval && (
        <ApprovalCard key={view.run.context.approval.id} approval={view.run.context.approval} act={act} />
      )}
      {!effect && <Composer act={act} />}
    </>
  )
}

interface SessionProps extends Beginning {
  /** Whether calls of other systems are made for real; else the person makes the answers up. */
  isLive: boolean
  onLive: (isLive: boolean) => void
  /** Begins anew, with what is to be different. */
  restart: (change: Partial<Pick<Beginning, 'contact' | 'playFrom'>>) => void
}

/** One conversation, with what can be seen of it beside. */
function Session(session: SessionProps) {
  const { simulator: text } = useEditorText()
  const { view } = useEditor()
  const [tab, setTab] = useState<'talk' | 'variables' | 'tests' | 'phone'>(() =>
    view.get().isTestsFirst ? 'tests' : 'talk',
  )
  const { restart, contact, isLive, onLive } = session
  const simulation = useSimulator(session, isLive)
  useOpening(simulation.act)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-1 border-b border-line px-3 py-1.5">
        <Button size="small" variant="quiet" onClick={() => restart({})}>
          <RotateCcw aria-hidden />
          {text.restart}
        </Button>
        <SaveTestButton simulator={simulation.simulator} />
        <ContactButton
          contact={contact}
          named={listFieldsOf([session.document, ...session.called].map(({ definition }) => definition))}
          onChange={(next) => restart({ contact: next })}
        />
        <Select
          aria-label={text.calls}
          title={text.calls}
          className="h-8 w-auto text-[0.8125rem]"
          value={isLive ? 'live' : 'mocked'}
          onChange={({ target }) => onLive(target.value === 'live')}
        >
          <option value="mocked">{text.mocked}</option>
          <option value="live">{text.live}</option>
        </Select>
        {isLive && <p className="w-full text-xs text-warn">{text.liveHint}</p>}
      </div>
      <Tabs
        fill
        label={text.title}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'talk', name: text.talk, content: <Conversation {...session} simulation={simulation} /> },
          { value: 'variables', name: text.variables, content: <Variables view={simulation.view} /> },
          { value: 'tests', name: text.tests, content: <TestList /> },
          { value: 'phone', name: text.phone.tab, content: <PhonePanel /> },
        ]}
      />
    </div>
  )
}

/** The draft as it stands when a conversation begins, with the flows it calls. */
function useRound() {
  const { flowId, store, view } = useEditor()
  const { playFrom } = useStoreValue(view)
  const [round, setRound] = useState(() => ({ number: 0, contact: FIRST_CONTACT, document: store.document }))
  const asked = playFrom?.round ?? 0
  const [seen, setSeen] = useState(asked)
  const begin = (contact: SimulatedContact) =>
    setRound({ number: round.number + 1, contact, document: store.document })
  if (asked !== seen) {
    setSeen(asked)
    begin(round.contact)
  }
  const called = useQuery({
    queryKey: ['simulator', flowId, round.number],
    queryFn: () => loadCalledFlows(flowId, round.document),
    ...(findCalls(round.document.definition.nodes).length === 0 && { initialData: [] }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return {
    ...round,
    called,
    playFrom: playFrom?.nodeId ?? null,
    restart({ contact = round.contact, playFrom: from }: Parameters<SessionProps['restart']>[0]) {
      if (from === null) view.set({ ...view.get(), playFrom: null })
      begin(contact)
    },
  }
}

/** A phone-like conversation with the draft; nothing leaves the browser unless calls are made for real. */
export function SimulatorPanel() {
  const { called, number, ...round } = useRound()
  const fields = useContactFields()
  const contactFields = useMemo(
    () => new Map((fields.data ?? []).map(({ name, type, choices }) => [name, { type, choices }])),
    [fields.data],
  )
  const [isLive, setLive] = useState(false)
  if (fields.isError) return <ErrorState error={fields.error} onRetry={() => void fields.refetch()} />
  if (called.isError) return <ErrorState error={called.error} onRetry={() => void called.refetch()} />
  if (!called.data || !fields.data) return <LoadingRows rows={3} />
  const beginning = { ...round, called: called.data, contactFields }
  return <Session key={number} {...beginning} isLive={isLive} onLive={setLive} />
}
