import { ArrowRight, FlaskConical, type LucideIcon, Smartphone } from 'lucide-react'
import { useText } from '../../i18n/language.tsx'
import type { NetworkName } from './create-client-dialog.tsx'

interface ChoiceProps {
  icon: LucideIcon
  title: string
  body: string
  onClick: () => void
}

function Choice({ icon: Icon, title, body, onClick }: ChoiceProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="group flex flex-col rounded-2xl border border-line bg-surface p-6 text-start shadow-soft transition-colors hover:border-accent"
    >
      <span className="mb-5 grid size-11 place-items-center rounded-xl bg-accent-soft text-accent">
        <Icon className="size-5" strokeWidth={1.9} aria-hidden />
      </span>
      <span className="flex items-center gap-2 font-semibold">
        {title}
        <ArrowRight
          className="size-4 text-accent transition-transform group-hover:translate-x-0.5"
          aria-hidden
        />
      </span>
      <span className="mt-1 text-sm text-pretty text-ink-soft">{body}</span>
    </button>
  )
}

/** The first minute: which kind of account to begin with. */
export function FirstClient({ onChoose }: { onChoose: (network: NetworkName) => void }) {
  const { clients: text } = useText()
  return (
    <section className="py-4">
      <h2 className="text-lg font-semibold">{text.empty}</h2>
      <p className="mt-1 mb-6 max-w-2xl text-pretty text-ink-soft">{text.emptyBody}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          icon={FlaskConical}
          title={text.trySandbox}
          body={text.trySandboxBody}
          onClick={() => onChoose('sandbox')}
        />
        <Choice
          icon={Smartphone}
          title={text.pairPhone}
          body={text.pairPhoneBody}
          onClick={() => onChoose('whatsapp')}
        />
      </div>
    </section>
  )
}
