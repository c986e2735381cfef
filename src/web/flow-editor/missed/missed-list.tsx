import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, GitBranchPlus, MessageCircleQuestion, Plus } from 'lucide-react'
import { api, queries } from '../../app/api.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { useDocument, useEditor } from '../editor-context.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import { findNode } from '../model/graph.ts'
import {
  canBranch,
  listMissedTargets,
  type MissedTarget,
  withMissedBranch,
  withMissedText,
} from '../model/missed-fixes.ts'

type MissedGroup = Awaited<ReturnType<typeof api.flows.missed.list>>['groups'][number]

/** Takes a group off the list, after it was handled on the draft or because it does not matter. */
function useDismiss() {
  const { flowId } = useEditor()
  const cache = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: ({ nodeId, texts }: MissedGroup) => api.flows.missed.dismiss({ id: flowId, nodeId, texts }),
    onError: notify.failed,
    onSuccess: () => cache.invalidateQueries({ queryKey: queries.flows.missed.list.key() }),
  })
}

function MissedItem({ group }: { group: MissedGroup }) {
  const readable = useReadable()
  const text = useEditorText()
  const dates = useDates()
  const { actions, store, view } = useEditor()
  const document = useDocument()
  const dismiss = useDismiss()
  const { missed } = text
  const [newest] = group.examples
  const said = newest?.text ?? group.texts[0] ?? ''
  const node = findNode(document, group.nodeId ?? '')
  const targets = listMissedTargets(document.definition.nodes, group.nodeId)
  const open = (nodeId: string) => {
    store.select([nodeId])
    view.set({ ...view.get(), reveal: { nodeId } })
  }
  const change = (nodeId: string, data: Readonly<Record<string, unknown>>) => {
    actions.edit(nodeId, { ...data }, 'missed')
    open(nodeId)
    dismiss.mutate(group)
  }
  const take = (target: MissedTarget) => {
    const taker = findNode(store.document, target.nodeId)
    if (taker) change(taker.id, withMissedText(taker, target, said))
  }
  const branch = () => node && change(node.id, withMissedBranch(node, said))
  const addsTo = group.nodeId === null ? missed.addKeyword : missed.addAlias
  return (
    <li className="rounded-xl border border-line p-3">
      <p className="text-xs text-ink-soft">
        {node ? (
          <button
            type="button"
            className="rounded underline-offset-2 hover:underline"
            onClick={() => open(node.id)}
          >
            {nameNode(text, node.type, node.data)}
          </button>
        ) : (
          missed.startedNothing
        )}
        {' · '}
        {missed.counts(group.count, group.contacts)}
      </p>
      <p className="mt-1 line-clamp-3 text-sm font-medium break-words whitespace-pre-wrap">“{said}”</p>
      {group.texts.length > 1 && (
        <p className="mt-0.5 line-clamp-2 text-[0.8125rem] break-words text-ink-soft">
          {missed.also(group.texts.slice(1, 6).join(', '))}
        </p>
      )}
      {newest && (
        <p className="mt-0.5 truncate text-xs text-ink-soft">
          {newest.contactName ?? readable(newest.contactJid)} · {dates.ago(newest.at)}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-1.5">
        {targets.length > 0 && (
          <Menu
            align="start"
            trigger={
              <Button size="small" variant="secondary">
                <Plus aria-hidden />
                {addsTo}
              </Button>
            }
          >
            {targets.map((target) => (
              <MenuItem key={`${target.nodeId} ${target.optionId}`} onSelect={() => take(target)}>
                <span className="max-w-60 truncate">{target.label}</span>
              </MenuItem>
            ))}
          </Menu>
        )}
        {canBranch(node) && (
          <Button size="small" variant="secondary" onClick={branch}>
            <GitBranchPlus aria-hidden />
            {missed.addBranch}
          </Button>
        )}
        <Button size="small" variant="quiet" busy={dismiss.isPending} onClick={() => dismiss.mutate(group)}>
          <Check aria-hidden />
          {missed.dismiss}
        </Button>
      </div>
    </li>
  )
}

/** What people wrote that nothing understood, with what can be done about it; each is one step of undo. */
export function MissedList() {
  const { missed } = useEditorText()
  const { flowId } = useEditor()
  const list = useQuery(queries.flows.missed.list.queryOptions({ input: { id: flowId } }))
  if (list.isError) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <LoadingRows rows={4} />
  const { groups, isPartial } = list.data
  if (groups.length === 0) {
    return (
      <EmptyState icon={MessageCircleQuestion} title={missed.emptyTitle}>
        {missed.emptyBody}
      </EmptyState>
    )
  }
  return (
    <section aria-label={missed.title} className="min-h-0 flex-1 overflow-y-auto p-4">
      <p className="mb-3 text-[0.8125rem] text-ink-soft">{missed.hint}</p>
      <ul className="space-y-3">
        {groups.map((group) => (
          <MissedItem key={`${group.nodeId} ${group.texts[0]}`} group={group} />
        ))}
      </ul>
      {isPartial && <p className="mt-3 text-[0.8125rem] text-ink-soft">{missed.partial}</p>}
      <Button className="mt-3" size="small" variant="quiet" onClick={() => void list.refetch()}>
        {missed.refresh}
      </Button>
    </section>
  )
}
