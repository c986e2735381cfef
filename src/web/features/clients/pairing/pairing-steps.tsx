/** What to do on the phone, one numbered line after the other. */
export function PairingSteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="space-y-3">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3">
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-xs font-semibold text-ink-soft"
          >
            {index + 1}
          </span>
          <span className="text-pretty">{step}</span>
        </li>
      ))}
    </ol>
  )
}
