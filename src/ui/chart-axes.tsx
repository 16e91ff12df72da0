import { scaleLinear, scaleUtc } from 'd3-scale'
import { formatDate } from '../shared/date.ts'

/** In pixels; the plot is as wide as the page, with the dates below it. */
export const PLOT = { top: 22, height: 220, foot: 26 } as const
export const DRAWING_HEIGHT = PLOT.top + PLOT.height + PLOT.foot

export type ValueScale = ReturnType<typeof valueScale>

/** Pixels from the top; ticks are whole numbers. */
export function valueScale(highest: number) {
  const scale = scaleLinear([0, Math.max(1, highest)], [PLOT.height, 0]).nice(4)
  return {
    ticks: scale.ticks(4).filter(Number.isInteger),
    yOf: (value: number) => round(scale(value)),
  }
}

/** With more bars, gaps would take more room than bars: the bars touch and read as one outline. */
const MAX_SEPARATE_BARS = 120

export const isDense = (count: number): boolean => count > MAX_SEPARATE_BARS

export type BandScale = ReturnType<typeof bandScale>

/** In percent of the plot's width. A bar fills its share of the plot, minus the gap around it. */
export function bandScale(count: number) {
  const share = 100 / count
  const gap = isDense(count) ? 0 : share / 4
  return {
    share,
    width: share - gap,
    shareStartOf: (index: number) => index * share,
    startOf: (index: number) => index * share + gap / 2,
  }
}

/**
 * Dates that divide the time range by weeks, months, or years.
 * @param edge percent of the width; a label closer to an edge would be cut off
 * @returns the indexes of their bars, at least one
 */
export function dateTicks(days: readonly string[], max: number, edge: number): number[] {
  const shown = calendarTicks(days, max).filter((index) => {
    const middle = ((index + 0.5) * 100) / days.length
    return middle >= edge && middle <= 100 - edge
  })
  return shown.length > 0 ? shown : [Math.floor(days.length / 2)]
}

function calendarTicks(days: readonly string[], max: number): number[] {
  if (days.length <= max) return days.map((_, index) => index)
  const times = days.map((day) => Date.parse(day))
  const scale = scaleUtc([times[0] ?? 0, times.at(-1) ?? 0], [0, 1])
  for (let count = max; count > 0; count -= 1) {
    const ticks = scale.ticks(count)
    if (ticks.length <= max) {
      return ticks.map((tick) => times.findLastIndex((time) => time <= tick.getTime()))
    }
  }
  return []
}

export const percent = (value: number): string => `${round(value)}%`

const round = (value: number): number => Math.round(value * 1000) / 1000

const AXIS_WIDTH = 52

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
  days: readonly string[]
  band: BandScale
  /** Both are in the page; its width decides which is shown. */
  width: keyof typeof ROOM
}

/** The most dates that fit, and half a date's width in percent. */
const ROOM = {
  narrow: { max: 4, edge: 11 },
  wide: { max: 10, edge: 4 },
}

export function DateAxis({ days, band, width }: DateAxisProps) {
  const bottom = PLOT.top + PLOT.height
  const { max, edge } = ROOM[width]
  return (
    <g class={`chart-dates chart-dates-${width}`}>
      {dateTicks(days, max, edge).map((index) => {
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

/** The hatched part is stacked on the plain part. The mark is a line across for another count of the same day. */
const PARTS = ['plain', 'hatched', 'mark'] as const

type Part = (typeof PARTS)[number]

export type LegendWords = Record<Part, string>

interface ChartLegendProps {
  bars: readonly Record<Part, number | null>[]
  words: LegendWords
}

export function ChartLegend({ bars, words }: ChartLegendProps) {
  const parts = PARTS.filter((part) => bars.some((bar) => (bar[part] ?? 0) > 0))
  return (
    <ul class="chart-legend">
      {parts.map((part) => (
        <li key={part}>
          <svg width="18" height="12" aria-hidden="true">
            <Sample part={part} />
          </svg>
          {words[part]}
        </li>
      ))}
    </ul>
  )
}

function Sample({ part }: { part: Part }) {
  if (part === 'mark') return <line class="chart-mark" x1="0" x2="18" y1="6" y2="6" />
  const fill = part === 'hatched' ? 'url(#chart-hatching)' : undefined
  return <rect class={`chart-${part}`} fill={fill} width="18" height="12" />
}
