import {
  type BandScale,
  bandScale,
  ChartLegend,
  DateAxis,
  DRAWING_HEIGHT,
  Grid,
  isDense,
  type LegendWords,
  PLOT,
  percent,
  ValueAxis,
  type ValueScale,
  valueScale,
} from './chart-axes.tsx'

interface ChartBar {
  day: string
  plain: number
  hatched: number
  mark: number | null
  text: string
}

interface ChartProps {
  bars: readonly ChartBar[]
  label: string
  legend: LegendWords
}

/** Percent positions need no script and no inline style; each bar has its text as a title. */
export function BarChart({ bars, label, legend }: ChartProps) {
  const values = valueScale(bars.reduce((max, bar) => Math.max(max, heightOf(bar)), 0))
  const band = bandScale(bars.length)
  const days = bars.map(({ day }) => day)
  return (
    <div class="chart">
      <ChartLegend bars={bars} words={legend} />
      <div class="chart-frame">
        <ValueAxis {...values} />
        <div class="chart-plot">
          <svg
            class={isDense(bars.length) ? 'chart-bars chart-bars-dense' : 'chart-bars'}
            width="100%"
            height={DRAWING_HEIGHT}
            role="img"
            aria-label={label}
          >
            <Hatching />
            <Grid {...values} />
            <g transform={`translate(0 ${PLOT.top})`}>
              {bars.map((bar, index) => (
                <Bar key={bar.day} {...{ bar, index, band, values }} />
              ))}
            </g>
            <DateAxis days={days} band={band} width="narrow" />
            <DateAxis days={days} band={band} width="wide" />
          </svg>
        </div>
      </div>
    </div>
  )
}

const heightOf = ({ plain, hatched, mark }: ChartBar): number =>
  Math.max(plain + hatched, mark ?? 0)

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

type BarProps = { bar: ChartBar; index: number; band: BandScale; values: ValueScale }

/** The pointer target is the bar's whole share of the plot, so that days without downloads can be read, too. */
function Bar({ bar: { plain, hatched, mark, text }, index, band, values: { yOf } }: BarProps) {
  const place = { x: percent(band.startOf(index)), width: percent(band.width) }
  const [base, middle] = [PLOT.height, lifted(yOf(plain), plain, PLOT.height)]
  const top = lifted(yOf(plain + hatched), hatched, middle)
  return (
    <g class="chart-bar">
      <title>{text}</title>
      <rect
        class="chart-share"
        x={percent(band.shareStartOf(index))}
        width={percent(band.share)}
        height={PLOT.height}
      />
      {plain > 0 && <rect class="chart-plain" {...place} y={middle} height={base - middle} />}
      {hatched > 0 && (
        <rect
          class="chart-hatched"
          fill="url(#chart-hatching)"
          {...place}
          y={top}
          height={middle - top}
        />
      )}
      {mark !== null && mark > 0 && (
        <line
          class="chart-mark"
          {...{ x1: place.x, x2: percent(band.startOf(index) + band.width) }}
          {...{ y1: yOf(mark), y2: yOf(mark) }}
        />
      )}
    </g>
  )
}

/** At least two pixels, so that a single download shows next to thousands. */
const lifted = (y: number, value: number, below: number): number =>
  value > 0 ? Math.min(y, below - 2) : below
