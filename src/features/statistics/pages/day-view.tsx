import { formatDate } from '../../../shared/date.ts'
import { BarChart } from '../../../ui/chart.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type DayFigures, missingIpsNote, WITHOUT_IPS } from '../figures/statistics-rules.ts'
import { type DayRange, rangeText } from '../range-rules.ts'
import { barText } from '../trend-rules.ts'
import { countColumns, noteColumns } from './access-tables.tsx'

export function DayView({ days, range }: { days: readonly DayFigures[]; range: DayRange }) {
  return (
    <>
      <Section name="trend" heading="Downloads by day" class="trend">
        <BarChart
          bars={days.map(toChartBar)}
          label={`Downloads by day, ${rangeText(range)}`}
          legend={{ plain: 'downloads', hatched: WITHOUT_IPS }}
        />
      </Section>
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

const dayColumn: Column<DayFigures> = { heading: 'Date', cell: ({ day }) => formatDate(day) }

const toChartBar = (bar: DayFigures) => ({
  day: bar.day,
  plain: bar.downloads - bar.downloadsWithoutIp,
  hatched: bar.downloadsWithoutIp,
  text: barText(bar),
})
