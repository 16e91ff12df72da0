import { scaleLinear } from 'd3-scale'
import { formatDate } from '../shared/date.ts'

interface ChartProps {
  /** The hatched part is stacked on the plain one. */
  bars: readonly { day: string; plain: number; hatched: number; text: string }[]
  label: string
  legend: Record<'plain' | 'hatched', string>
}

/** Pixels. The plot is as wide as the page, with the dates below it. */
const [TOP, BOTTOM, HEIGHT, AXIS_WIDTH] = [22, 242, 268, 52]

const FILLS = { plain: undefined, hatched: 'url(#chart-hatching)' }

/** With more bars, gaps would take more room than the bars. */
const MAX_SEPARATE_BARS = 120

/** Percent positions need no script and no inline style; each bar has its text as a title. */
export function BarChart({ bars, label, legend }: ChartProps) {
  const { ticks, yOf } = valueScale(Math.max(...bars.map(({ plain, hatched }) => plain + hatched)))
  return (
    <div class="chart">
      <Legend bars={bars} legend={legend} />
      <div class="chart-frame">
        <svg class="chart-values" width={AXIS_WIDTH} height={HEIGHT} aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x={AXIS_WIDTH - 8} y={yOf(tick)} dy="0.32em" text-anchor="end">
              {tick.toLocaleString('en-US')}
            </text>
          ))}
        </svg>
        <div class="chart-plot">
          <svg class="chart-bars" width="100%" height={HEIGHT} role="img" aria-label={label}>
            <Hatching />
            {ticks.map((tick) => {
              const y = yOf(tick)
              return <line key={tick} class="chart-grid" x1="0" x2="100%" y1={y} y2={y} />
            })}
            {bars.map((bar, index) => (
              <Bar key={bar.day} {...bar} index={index} count={bars.length} yOf={yOf} />
            ))}
            {dateTicks(bars.length).map((index) => {
              const x = percent((index + 0.5) / bars.length)
              return (
                <text key={index} x={x} y={BOTTOM + 20} text-anchor="middle">
                  {formatDate(bars[index]?.day ?? '')}
                </text>
              )
            })}
          </svg>
        </div>
      </div>
    </div>
  )
}

export function valueScale(highest: number) {
  const scale = scaleLinear([0, Math.max(1, highest)], [BOTTOM, TOP]).nice(4)
  return {
    ticks: scale.ticks(4).filter(Number.isInteger),
    yOf: (value: number) => Math.round(scale(value) * 1000) / 1000,
  }
}

/** The bars with a date below them: as many as fit on a phone, evenly spaced. */
export function dateTicks(count: number): number[] {
  const shown = Math.min(count, 3)
  return Array.from({ length: shown }, (_, at) => Math.floor(((at + 0.5) * count) / shown))
}

const percent = (share: number): string => `${Math.round(share * 100_000) / 1000}%`

/** Distinguishable without color, and in print. */
function Hatching() {
  return (
    <defs>
      <pattern
        id="chart-hatching"
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <rect class="chart-hatching-ground" width="5" height="5" />
        <rect class="chart-hatching-line" width="1.6" height="5" />
      </pattern>
    </defs>
  )
}

type BarProps = ChartProps['bars'][number] & Pick<ReturnType<typeof valueScale>, 'yOf'>

/** The pointer target is the bar's whole share of the plot, so that days without downloads can be read, too. */
function Bar(props: BarProps & { index: number; count: number }) {
  const { plain, hatched, text, index, count, yOf } = props
  const gap = count > MAX_SEPARATE_BARS ? 0 : 1 / 4
  const share = { x: percent(index / count), width: percent(1 / count) }
  const place = { x: percent((index + gap / 2) / count), width: percent((1 - gap) / count) }
  // At least two pixels, so that a single download shows next to thousands.
  const middle = plain > 0 ? Math.min(yOf(plain), BOTTOM - 2) : BOTTOM
  const top = Math.min(yOf(plain + hatched), middle - 2)
  return (
    <g class="chart-bar">
      <title>{text}</title>
      <rect class="chart-share" {...share} y={TOP} height={BOTTOM - TOP} />
      {plain > 0 && <rect class="chart-plain" {...place} y={middle} height={BOTTOM - middle} />}
      {hatched > 0 && (
        <rect class="chart-hatched" fill={FILLS.hatched} {...place} y={top} height={middle - top} />
      )}
    </g>
  )
}

function Legend({ bars, legend }: Pick<ChartProps, 'bars' | 'legend'>) {
  const parts = (['plain', 'hatched'] as const).filter((part) => bars.some((bar) => bar[part] > 0))
  return (
    <ul class="chart-legend">
      {parts.map((part) => (
        <li key={part}>
          <svg width="18" height="12" aria-hidden="true">
            <rect class={`chart-${part}`} fill={FILLS[part]} width="18" height="12" />
          </svg>
          {legend[part]}
        </li>
      ))}
    </ul>
  )
}
