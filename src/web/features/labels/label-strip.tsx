import { Tag, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { lazy, Suspense, useEffect, useState } from 'react'
import { api } from '../../app/api.ts'
import { useMay } from '../../app/workspace.ts'
import { LoadingRows } from '../../ui/messages/states.tsx'
import { LabelChip } from './label-chip.tsx'
import { type LabelledPlace, useLabelsOf } from './label-data.ts'
import { LabelPicker } from './label-picker.tsx'
import { useLabelsText } from './labels-text.ts'

const LabelsDialog = lazy(async () => ({ default: (await import('./labels-dialog.tsx')).LabelsDialog }))

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

/** L, where nothing is written, and Alt+L, wherever one is. */
export const isLabelKey = (event: KeyboardEvent): boolean =>
  event.code === 'KeyL' &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.shiftKey &&
  (event.altKey || !isWriting(event.target))

/** A dialog or a menu that is open has the keys for itself. */
const isBehind = (): boolean => document.querySelector('[role="dialog"],[role="menu"]') !== null

function useLabelKey(isEnabled: boolean, open: () => void): void {
  useEffect(() => {
    if (!isEnabled) return
    const onKey = (event: KeyboardEvent) => {
      if (!isLabelKey(event) || isBehind()) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

/** Under the name of a conversation: its labels, and where to put more on. */
export function LabelStrip(place: LabelledPlace) {
  const text = useLabelsText()
  const mayTalk = useMay()('talk')
  const { labels, change } = useLabelsOf(place)
  const [isOpen, setOpen] = useState(false)
  const [isManaging, setManaging] = useState(false)
  useLabelKey(mayTalk, () => setOpen(true))
  if (!mayTalk && labels.length === 0) return null
  const { clientId, jid: target } = place
  return (
    <section
      aria-label={text.title}
      className="flex flex-wrap items-center gap-1.5 border-b border-line bg-surface px-3 py-1.5 md:px-6"
    >
      {labels.map(({ id, name, colour }) => (
        <LabelChip key={id} name={name} colour={colour} className="max-w-48">
          {mayTalk && (
            <button
              type="button"
              aria-label={text.takeOff(name)}
              disabled={change.isPending}
              onClick={() => change.mutate(() => api.chat.removeLabel({ clientId, target, labelId: id }))}
              className="-me-1 rounded-full p-0.5 hover:bg-black/10 dark:hover:bg-white/15"
            >
              <X className="size-3" aria-hidden />
            </button>
          )}
        </LabelChip>
      ))}
      {mayTalk && (
        <Popover.Root open={isOpen} onOpenChange={setOpen}>
          <Popover.Trigger
            title={text.hint}
            className="inline-flex h-6 items-center gap-1 rounded-full px-2 text-xs font-medium text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <Tag className="size-3.5" aria-hidden />
            {text.add}
          </Popover.Trigger>
          <Popover.Portal>
            <Popover.Content
              align="start"
              sideOffset={6}
              aria-label={text.add}
              className="animate-appear z-30 w-64 rounded-xl border border-line bg-surface p-2 shadow-raised"
            >
              <LabelPicker
                place={place}
                chosen={labels}
                change={change}
                onManage={() => {
                  setOpen(false)
                  setManaging(true)
                }}
              />
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
      {isManaging && (
        <Suspense fallback={<LoadingRows rows={1} />}>
          <LabelsDialog onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </section>
  )
}
