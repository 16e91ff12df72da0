import type { ComponentChildren } from 'preact'

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
