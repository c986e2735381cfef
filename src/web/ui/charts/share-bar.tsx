import { SHADES, type Shade } from './shades.ts'

interface ShareBarProps {
  label: string
  parts: readonly { name: string; shade: Shade; value: number }[]
}

const WIDTH = 100

/** How a whole is made up, as one bar; what each part is stands in words beside it. */
export function ShareBar({ label, parts }: ShareBarProps) {
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  let before = 0
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${WIDTH} 1`}
      preserveAspectRatio="none"
      className="block h-3 w-full overflow-hidden rounded-full bg-sunken"
    >
      {parts.map(({ name, shade, value }) => {
        const width = whole === 0 ? 0 : (value / whole) * WIDTH
        before += width
        return (
          <rect key={name} x={before - width} y={0} width={width} height={1} className={SHADES[shade].fill} />
        )
      })}
    </svg>
  )
}
