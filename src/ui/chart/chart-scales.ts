import { scaleBand, scaleLinear, scaleUtc } from 'd3-scale'

/** Pixels; the plot is as wide as its place. The dates stand below it, a little room is above. */
export const PLOT = { top: 22, height: 220, foot: 26 } as const
export const DRAWING_HEIGHT = PLOT.top + PLOT.height + PLOT.foot

/** From nothing at the bottom to the highest value, in pixels from the top; ticks are whole numbers. */
export interface ValueScale {
  ticks: number[]
  yOf: (value: number) => number
}

export function valueScale(highest: number): ValueScale {
  const scale = scaleLinear([0, Math.max(1, highest)], [PLOT.height, 0]).nice(4)
  return {
    ticks: scale.ticks(4).filter(Number.isInteger),
    yOf: (value) => round(scale(value)),
  }
}

/** Places along the plot, in percent of its width: it is as wide as the page, whatever that is. */
export interface BandScale {
  /** The left edge of the bar. */
  startOf: (index: number) => number
  width: number
  /** The left edge of the bar's share of the plot, gap included. */
  shareStartOf: (index: number) => number
  share: number
}

/** From here on gaps would take more room than bars: they touch, and read as one outline. */
const MOST_BARS_APART = 120

export const isDense = (count: number): boolean => count > MOST_BARS_APART

export function bandScale(count: number): BandScale {
  const share = 100 / count
  const gap = isDense(count) ? 0 : 0.25
  const indexes = Array.from({ length: count }, (_, index) => index)
  const scale = scaleBand(indexes, [0, 100])
    .paddingInner(gap)
    .paddingOuter(gap / 2)
  return {
    startOf: (index) => round(scale(index) ?? 0),
    width: round(scale.bandwidth()),
    shareStartOf: (index) => round(index * share),
    share: round(share),
  }
}

/**
 * Days that divide the time as calendars do (weeks, months, years), at most so many of them.
 * @param days YYYY-MM-DD, in order; each stands for one bar
 * @param edge percent of the width: nearer to an edge a label would be cut off, and is left out
 * @returns the indexes of the bars that the days fall into, at least one
 */
export function dateTicks(days: readonly string[], most: number, edge: number): number[] {
  const shown = calendarTicks(days, most).filter((index) => {
    const middle = ((index + 0.5) * 100) / days.length
    return middle >= edge && middle <= 100 - edge
  })
  return shown.length > 0 ? shown : [Math.floor(days.length / 2)]
}

function calendarTicks(days: readonly string[], most: number): number[] {
  if (days.length <= most) return days.map((_, index) => index)
  const times = days.map((day) => Date.parse(day))
  const scale = scaleUtc([times[0] ?? 0, times.at(-1) ?? 0], [0, 1])
  for (let count = most; count > 0; count -= 1) {
    const ticks = scale.ticks(count)
    if (ticks.length <= most) {
      return ticks.map((tick) => times.findLastIndex((time) => time <= tick.getTime()))
    }
  }
  return []
}

export const percent = (value: number): string => `${round(value)}%`

const round = (value: number): number => Math.round(value * 1000) / 1000
