import { TriangleAlert } from 'lucide-react'

/** What somebody has to know before a session moves. */
export function SessionWarnings({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="space-y-2 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn">
      {lines.map((line) => (
        <li key={line} className="flex gap-2.5">
          <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {line}
        </li>
      ))}
    </ul>
  )
}
