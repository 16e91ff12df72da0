import type { ComponentChildren } from 'preact'
import { formatDate } from '../../shared/date.ts'
import {
  type BandScale,
  DRAWING_HEIGHT,
  dateTicks,
  PLOT,
  percent,
  type ValueScale,
} from './chart-scales.ts'

/** Pixels: six figures with their comma. */
const AXIS_WIDTH = 52

/** Beside the plot, so that only the plot grows with the page. */
export function ValueAxis({ ticks, yOf }: ValueScale) {
  return (
    <svg class="chart-values" width={AXIS_WIDTH} height={DRAWING_HEIGHT} aria-hidden="true">
      {ticks.map((tick) => (
        <text key={tick} x={AXIS_WIDTH - 8} y={PLOT.top + yOf(tick)} dy="0.32em" text-anchor="end">
          {tick.toLocaleString('en-US')}
        </text>
      ))}
    </svg>
  )
}

export function Grid({ ticks, yOf }: ValueScale) {
  return (
    <>
      {ticks.map((tick) => (
        <line
          key={tick}
          class={tick === 0 ? 'chart-base' : 'chart-grid'}
          x1="0"
          x2="100%"
          y1={PLOT.top + yOf(tick)}
          y2={PLOT.top + yOf(tick)}
        />
      ))}
    </>
  )
}

interface DateAxisProps {
  /** The first day of each bar. */
  days: readonly string[]
  band: BandScale
  /** Only one of the two is shown, by the width of the page. */
  width: keyof typeof ROOM
}

/** How many dates stand beside each other, and how much of the width, in percent, half a date takes. */
const ROOM = {
  narrow: { most: 4, edge: 11 },
  wide: { most: 10, edge: 4 },
}

export function DateAxis({ days, band, width }: DateAxisProps) {
  const bottom = PLOT.top + PLOT.height
  const { most, edge } = ROOM[width]
  return (
    <g class={`chart-dates chart-dates-${width}`}>
      {dateTicks(days, most, edge).map((index) => {
        const at = percent(band.startOf(index) + band.width / 2)
        return (
          <g key={index}>
            <line x1={at} x2={at} y1={bottom} y2={bottom + 5} />
            <text x={at} y={bottom + 20} text-anchor="middle">
              {formatDate(days[index] ?? '')}
            </text>
          </g>
        )
      })}
    </g>
  )
}

/** What the parts of a bar are called. */
export interface LegendWords {
  plain: string
  hatched: string
  mark: string
}

interface ChartLegendProps {
  bars: readonly { plain: number; hatched: number; mark: number | null }[]
  words: LegendWords
}

/** Only what the chart has. */
export function ChartLegend({ bars, words }: ChartLegendProps) {
  return (
    <ul class="chart-legend">
      {bars.some(({ plain }) => plain > 0) && (
        <Item words={words.plain}>
          <rect class="chart-plain" width="18" height="12" />
        </Item>
      )}
      {bars.some(({ hatched }) => hatched > 0) && (
        <Item words={words.hatched}>
          <rect class="chart-hatched" fill="url(#chart-hatching)" width="18" height="12" />
        </Item>
      )}
      {bars.some(({ mark }) => mark !== null && mark > 0) && (
        <Item words={words.mark}>
          <line class="chart-mark" x1="0" x2="18" y1="6" y2="6" />
        </Item>
      )}
    </ul>
  )
}

function Item({ words, children }: { words: string; children: ComponentChildren }) {
  return (
    <li>
      <svg width="18" height="12" aria-hidden="true">
        {children}
      </svg>
      {words}
    </li>
  )
}
