import { formatDate } from '../../../shared/date.ts'
import { BarChart } from '../../../ui/chart.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import {
  type AccessPeriod,
  type DayFigures,
  missingIpsNote,
  WITHOUT_IPS,
} from '../figures/statistics-rules.ts'
import { type DayRange, rangeText } from '../range-rules.ts'
import { barText, busiest, ipsBeginAt } from '../trend-rules.ts'
import { countColumns, noteColumns } from './access-tables.tsx'

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
          columns={[dayColumn, ...countColumns, ...noteColumns(days, missingIpsNote)]}
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
  const begins = ipsBeginAt(days, period)
  return (
    <Section name="trend" heading="Downloads by day" class="trend">
      <BarChart
        bars={days.map((day) => toChartBar(day, days.length))}
        label={`Downloads by day, ${rangeText(range)}`}
        summaryId={SUMMARY}
        legend={{ plain: 'downloads', hatched: WITHOUT_IPS, mark: 'unique visitors' }}
        divider={begins === undefined ? undefined : { index: begins, label: dividerLabel(period) }}
      />
      <p class="field-hint" id={SUMMARY}>
        {daySummary(days)}
      </p>
    </Section>
  )
}

/** With more bars than this, the marks for visitors would run together. */
const MAX_MARKED = 120

const toChartBar = (bar: DayFigures, count: number) => ({
  day: bar.day,
  plain: bar.downloads - bar.downloadsWithoutIp,
  hatched: bar.downloadsWithoutIp,
  mark: count <= MAX_MARKED ? bar.uniqueVisitors : null,
  text: barText(bar),
})

const dividerLabel = ({ ipsRecordedFrom }: AccessPeriod): string =>
  `Visitor IPs from ${formatDate(ipsRecordedFrom ?? '')}`

function daySummary(days: readonly DayFigures[]): string {
  const max = busiest(days)
  const high = max ? `The highest bar is ${barText(max)}.` : 'There were no downloads.'
  return `${high} The table lists every day.`
}
