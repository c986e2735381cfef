import { Check, CircleAlert, Plus } from 'lucide-react'
import type { api } from '../../app/api.ts'
import { useText } from '../../i18n/language.tsx'
import { Dialog } from '../../ui/messages/dialog.tsx'

type Definition = NonNullable<Awaited<ReturnType<typeof api.flows.import>>['definitions']>[number]

const LOOKS = {
  there: { icon: Check, tone: 'bg-sunken', ink: 'text-ink-soft' },
  made: { icon: Plus, tone: 'bg-good-soft', ink: 'text-good' },
  clash: { icon: CircleAlert, tone: 'bg-bad-soft', ink: 'text-bad' },
  left: { icon: CircleAlert, tone: 'bg-bad-soft', ink: 'text-bad' },
} as const

interface BroughtDialogProps {
  name: string
  definitions: readonly Definition[]
  onClose: () => void
}

/** What became of the tables and fields of contacts that an imported flow came with. */
export function BroughtDialog({ name, definitions, onClose }: BroughtDialogProps) {
  const { brought: text } = useText().flows
  return (
    <Dialog open onOpenChange={onClose} title={text.title(name)} description={text.body}>
      <ul className="space-y-3">
        {definitions.map(({ kind, name: called, state, differences, unique }) => {
          const { icon: Icon, tone, ink } = LOOKS[state]
          return (
            <li key={`${kind} ${called}`} className={`flex gap-3 rounded-xl p-3 ${tone}`}>
              <Icon className={`mt-0.5 size-4 shrink-0 ${ink}`} aria-hidden />
              <div className="min-w-0 text-sm">
                <p className="break-words">
                  {text.kinds[kind](called)}: {text.states[state]}
                </p>
                {differences.map((one) => (
                  <p key={one.name} className="mt-0.5 break-words text-xs text-ink-soft">
                    {text.difference(one)}
                  </p>
                ))}
                {unique.map((group) => (
                  <p key={group.join()} className="mt-0.5 break-words text-xs text-ink-soft">
                    {text.unique(group.join(', '))}
                  </p>
                ))}
              </div>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
