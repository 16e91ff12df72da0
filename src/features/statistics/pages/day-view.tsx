import { formatDate } from '../../../shared/date.ts'
import { BarChart } from '../../../ui/chart.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import {
  type AccessPeriod,
  type DayFigures,
  remark,
  WITHOUT_IPS,
} from '../figures/statistics-rules.ts'
import { type DayRange, rangeText } from '../range-rules.ts'
import {
  barText,
  busiest,
  ipsBeginAt,
  type TrendBar,
  type TrendUnit,
  trendBars,
  trendUnit,
} from '../trend-rules.ts'
import { countColumns, noteColumns } from './columns.tsx'

interface DayViewProps {
  days: readonly DayFigures[]
  range: DayRange
  period: AccessPeriod
}

export function DayView(props: DayViewProps) {
  const { days } = props
  return (
    <>
      <TrendSection {...props} />
      <div class="ledger ledger-narrow">
        <Table
          name="days"
          caption="Downloads and unique visitors by day"
          columns={[dayColumn, ...countColumns, ...noteColumns(days, remark)]}
          rows={days}
          rowKey={({ day }) => day}
        />
      </div>
    </>
  )
}

const dayColumn: Column<DayFigures> = {
  heading: 'Date',
  cell: ({ day }) => formatDate(day),
  sortBy: ({ day }) => day,
}

const SUMMARY = 'trend-summary'

function TrendSection({ days, range, period }: DayViewProps) {
  const unit = trendUnit(range)
  const bars = trendBars(days, unit)
  const begins = ipsBeginAt(bars, period)
  return (
    <Section name="trend" heading={`Downloads by ${unit}`} class="trend">
      <BarChart
        bars={bars.map((bar) => toChartBar(bar, bars.length))}
        label={`Downloads by ${unit}, ${rangeText(range)}`}
        summaryId={SUMMARY}
        legend={{ plain: 'downloads', hatched: WITHOUT_IPS, mark: 'unique visitors' }}
        divider={begins === undefined ? undefined : { index: begins, label: dividerLabel(period) }}
      />
      <p class="field-hint" id={SUMMARY}>
        {daySummary(bars, unit)}
      </p>
    </Section>
  )
}

/** With more bars than this, the marks for visitors would run together. */
const MAX_MARKED = 120

const toChartBar = (bar: TrendBar, count: number) => ({
  day: bar.from,
  plain: bar.downloads - bar.downloadsWithoutIp,
  hatched: bar.downloadsWithoutIp,
  mark: count <= MAX_MARKED ? bar.uniqueVisitors : null,
  text: barText(bar),
})

const dividerLabel = ({ ipsRecordedFrom }: AccessPeriod): string =>
  `Visitor IPs from ${formatDate(ipsRecordedFrom ?? '')}`

function daySummary(bars: readonly TrendBar[], unit: TrendUnit): string {
  const max = busiest(bars)
  const high = max ? `The highest bar is ${barText(max)}.` : 'There were no downloads.'
  if (unit === 'day') return `${high} The table lists every day.`
  return `Each bar is one ${unit}. ${high} The table lists every day.`
}
