import { classes } from '../classes.ts'
import { toTopOfScale } from './scale.ts'
import { SHADES, type Shade } from './shades.ts'

export interface Series {
  name: string
  shade: Shade
  /** One for each day. */
  values: readonly number[]
}

interface DayBarsProps {
  /** What the bars say as a whole, for who does not see them; the figures themselves belong into a table beside them. */
  label: string
  days: readonly { name: string; short: string }[]
  /** Bars beside each other within a day, each of series on top of each other. */
  stacks: readonly (readonly Series[])[]
}

const DAY_WIDTH = 12
const GAP = 3
const HEIGHT = 100
const FEW_DAYS = 7
const LABEL_EACH = 5

/** The figures of one day in words, which browsers show over its bars. */
const describeDay = (day: string, stacks: DayBarsProps['stacks'], at: number): string =>
  [day, ...stacks.flat().map(({ name, values }) => `${name}: ${values[at] ?? 0}`)].join('\n')

/** The parts of one bar from the bottom up. */
function Stack({ series, at, left, width, top }: StackProps) {
  let below = 0
  return series.map(({ name, shade, values }) => {
    const height = ((values[at] ?? 0) / top) * HEIGHT
    below += height
    return (
      <rect
        key={name}
        x={left}
        y={HEIGHT - below}
        width={width}
        height={height}
        className={SHADES[shade].fill}
      />
    )
  })
}

interface StackProps {
  series: readonly Series[]
  at: number
  left: number
  width: number
  top: number
}

/** Bars of days, as wide as there is room. */
export function DayBars({ label, days, stacks }: DayBarsProps) {
  const sums = stacks.flatMap((series) =>
    days.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
  )
  const top = toTopOfScale(Math.max(0, ...sums))
  const width = (DAY_WIDTH - GAP) / stacks.length
  const isNamed = (at: number) => days.length <= FEW_DAYS || (days.length - 1 - at) % LABEL_EACH === 0
  return (
    <div>
      <div className="relative pt-5">
        <span aria-hidden className="absolute top-0 start-0 text-xs text-ink-soft tabular-nums">
          {top}
        </span>
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${days.length * DAY_WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-40 w-full overflow-visible sm:h-48"
        >
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line
              key={y}
              x1={0}
              x2={days.length * DAY_WIDTH}
              y1={y}
              y2={y}
              vectorEffect="non-scaling-stroke"
              className="stroke-line"
            />
          ))}
          {days.map(({ name }, at) => (
            <g key={name} className="group">
              <title>{describeDay(name, stacks, at)}</title>
              <rect
                x={at * DAY_WIDTH}
                y={0}
                width={DAY_WIDTH}
                height={HEIGHT}
                className="fill-transparent transition-colors group-hover:fill-sunken"
              />
              <g className="animate-grow">
                {stacks.map((series, n) => (
                  <Stack
                    key={series.map((one) => one.name).join()}
                    series={series}
                    at={at}
                    left={at * DAY_WIDTH + GAP / 2 + n * width}
                    width={width * 0.9}
                    top={top}
                  />
                ))}
              </g>
            </g>
          ))}
        </svg>
      </div>
      <div aria-hidden className="mt-1.5 flex text-xs text-ink-soft">
        {days.map(({ name, short }, at) => (
          <span key={name} className="flex w-0 flex-1 justify-center">
            <span className="whitespace-nowrap">{isNamed(at) && short}</span>
          </span>
        ))}
      </div>
    </div>
  )
}

/** What a colour stands for. */
export function ShadeMark({ shade, className }: { shade: Shade; className?: string }) {
  return (
    <span
      aria-hidden
      className={classes('inline-block size-2.5 shrink-0 rounded-[3px]', SHADES[shade].mark, className)}
    />
  )
}
