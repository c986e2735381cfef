import { drawPicture, type Picture } from './picture.ts'
import pictures from './pictures.json'
import type { TemplateName } from './templates.ts'

// Made by `node scripts/generate-template-pictures.ts`.
const PICTURES = pictures as unknown as Readonly<Record<TemplateName, Picture>>

/** A flow in small, in the colours of the editor and of the theme. Who shows it alone says what is seen. */
export function TemplatePicture({ name }: { name: TemplateName }) {
  const { viewBox, lines, cards, heads } = drawPicture(PICTURES[name])
  return (
    <svg viewBox={viewBox} className="h-full w-full" aria-hidden>
      <path
        d={lines}
        fill="none"
        stroke="var(--line-strong)"
        strokeOpacity={0.55}
        vectorEffect="non-scaling-stroke"
      />
      <path d={cards} fill="var(--surface)" stroke="var(--line)" vectorEffect="non-scaling-stroke" />
      {heads.map(([kind, path]) => (
        <path key={kind} d={path} fill={`var(--kind-${kind})`} fillOpacity={0.8} />
      ))}
    </svg>
  )
}
