import { formatDate } from '../../../shared/date.ts'
import { type Column, Table } from '../../../ui/table.tsx'
import type { AccessPeriod, AccessTotals, DayFigures } from '../figures/statistics-rules.ts'
import type { DayRange } from '../range-rules.ts'
import { remark } from '../visitor-rules.ts'
import { TrendSection } from './trend-section.tsx'

interface DayViewProps {
  /** Every day of the range, in order. */
  days: readonly DayFigures[]
  range: DayRange
  totals: AccessTotals
  period: AccessPeriod
}

export function DayView(props: DayViewProps) {
  const { days, totals } = props
  const hasRemarks = days.some((day) => remark(day) !== '')
  return (
    <>
      <TrendSection {...props} />
      <div class="ledger ledger-narrow">
        <Table
          name="days"
          caption="Downloads and unique visitors by day"
          columns={hasRemarks ? [...columns(totals), remarks] : columns(totals)}
          rows={days}
          rowKey={({ day }) => day}
        />
      </div>
    </>
  )
}

function columns({ downloads, uniqueVisitors }: AccessTotals): Column<DayFigures>[] {
  return [
    {
      heading: 'Date',
      cell: ({ day }) => formatDate(day),
      sortBy: ({ day }) => day,
      total: 'Whole range',
    },
    {
      heading: 'Downloads',
      cell: (day) => day.downloads,
      sortBy: (day) => day.downloads,
      numeric: true,
      total: downloads,
    },
    {
      heading: 'Unique visitors',
      cell: (day) => day.uniqueVisitors ?? '',
      sortBy: (day) => day.uniqueVisitors ?? -1,
      numeric: true,
      total: uniqueVisitors ?? '',
    },
  ]
}

const remarks: Column<DayFigures> = {
  heading: 'Notes',
  cell: (day) => <span class="remark">{remark(day)}</span>,
  width: 'wide',
}
