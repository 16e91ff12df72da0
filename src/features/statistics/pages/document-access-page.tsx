import { formatDate, formatInstant } from '../../../shared/date.ts'
import { zoneLabel } from '../../../shared/time-zone.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { BarChart } from '../../../ui/chart.tsx'
import { FigureCard } from '../../../ui/figure.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import { Section } from '../../../ui/section.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { MAX_RECORDS_FROM_RANGES } from '../../downloads/download-rules.ts'
import { accessUrl, CSV, type readAccess } from '../access-url.ts'
import type { AccessFigures } from '../figures/statistics.ts'
import * as rules from '../figures/statistics-rules.ts'
import { countDays, type DayRange, rangeText } from '../range-rules.ts'
import { RangeForm, ViewChoice } from './access-choice.tsx'
import {
  countColumns,
  DocumentFiguresView,
  type DownloadsPage,
  DownloadView,
  noteColumns,
} from './access-tables.tsx'

/** Plain values only, so that it can be sent to another thread. */
export interface AccessPageRequest {
  query: unknown
  layout: Omit<AdminPageLayout, 'assets'>
  /** With a heading like `No. 45-2: Exhibit B`. */
  document: { entryId: number; heading: string } | undefined
  /** Time of counting, in milliseconds. */
  now: number
}

type Access = Awaited<ReturnType<typeof readAccess>>

interface DocumentAccessPageProps extends Access, Pick<AccessPageRequest, 'document' | 'now'> {
  layout: AdminPageLayout
  totals: rules.AccessTotals
  period: AccessFigures['period']
  page: DownloadsPage | undefined
}

export function DocumentAccessPage(props: DocumentAccessPageProps) {
  const { layout, limits, choice, totals } = props
  return (
    <AdminLayout
      {...layout}
      actions={
        <ButtonLink href={accessUrl(choice, { path: CSV })}>Download this view as CSV</ButtonLink>
      }
    >
      <RangeForm choice={choice} limits={limits} />
      <div class="access-head">
        <Subject {...props} />
        <Headline {...props} />
      </div>
      <ViewChoice choice={choice} totals={totals} />
      <View {...props} />
      <CountingNote ipDays={layout.site.ipDays ?? 0} />
    </AdminLayout>
  )
}

function Subject({ layout, choice, document, now }: DocumentAccessPageProps) {
  const { timeZone, court, caseNumber } = layout.site
  const days = countDays(choice)
  return (
    <section class="access-subject" aria-labelledby="access-subject">
      <p class="access-case">
        {[court, caseNumber && `Case No. ${caseNumber}`].filter(Boolean).join(', ')}
      </p>
      <h2 id="access-subject">
        {document ? document.heading : 'All documents'}
        <span class="access-range">{rangeText(choice)}</span>
      </h2>
      <p>
        {days === 1 ? 'One day' : `${days.toLocaleString('en-US')} days, first and last included`},{' '}
        {zoneLabel(timeZone)}; downloads by bots{' '}
        {choice.robots === 'include' ? 'included' : 'excluded'}. As of{' '}
        {formatInstant(now, timeZone, { time: true })}.
      </p>
      {document && (
        <p class="access-document-links">
          <a href={`/admin/entries/${document.entryId}`}>View docket entry</a>{' '}
          <a href={accessUrl({ ...choice, documentId: undefined })}>All documents</a>
        </p>
      )}
    </section>
  )
}

function Headline({ totals, period }: DocumentAccessPageProps) {
  const { downloads, uniqueVisitors } = totals
  const sentence = rules.visitorSentence(totals, period)
  return (
    <>
      <div class="figures access-figures">
        <FigureCard name="downloads" value={downloads}>
          {rules.downloadsLabel(totals)}
        </FigureCard>
        {uniqueVisitors !== null && (
          <FigureCard name="unique-visitors" value={uniqueVisitors}>
            {uniqueVisitors === 1 ? 'unique visitor' : 'unique visitors'}
          </FigureCard>
        )}
      </div>
      {sentence && <p>{sentence}</p>}
    </>
  )
}

function View({ layout, rows, page, choice }: DocumentAccessPageProps) {
  const { timeZone } = layout.site
  if (rows.view === 'day') return <DayView days={rows.days} range={choice} />
  if (rows.view === 'document') {
    return <DocumentFiguresView documents={rows.documents} choice={choice} timeZone={timeZone} />
  }
  return page ? <DownloadView page={page} choice={choice} timeZone={timeZone} /> : null
}

/** CONTRACT sections 4 and 7, for anyone who has to swear to a figure. */
function CountingNote({ ipDays }: { ipDays: number }) {
  return (
    <Section name="counting" heading="How this is counted" class="counting-note">
      <dl>
        <dt>Download</dt>
        <dd>
          A download is counted when the response that carries a document’s last byte has been sent
          in full. Reading a document in the browser, saving it, and fetching or resuming it in
          parts count once each; two full downloads count twice. Parts count as one download as long
          as the same address and browser ask for more within half an hour, and do not count if they
          received the full document within half an hour. From parts alone, one address is counted
          for at most {MAX_RECORDS_FROM_RANGES} downloads of a document in half an hour, however
          many browsers it claims to be. A ZIP file counts each of its documents once all of it has
          been sent, and none of them otherwise. Interrupted transfers, errors, responses without
          content, and browser prefetches are not counted. A short document that the reader’s
          computer, or a server along the way, had received in full counts even if the reader left.
          A download shows that a document was sent, not that it was read.
        </dd>
        <dt>Download imported from a web server’s log</dt>
        <dd>
          Counted by the same rule, as far as the log shows. It does not show whether a response was
          received in full, which part of the document was sent, or whether the browser was
          prefetching: an interrupted or prefetched response counts, and so do parts without the
          last byte. Documents in a ZIP file do not count.
        </dd>
        <dt>Unique visitor</dt>
        <dd>
          Each distinct IP address among the downloads in the whole range, for all documents shown
          here: an address that downloaded five documents, or came back on another day, is one
          visitor. Visitors by day or by document therefore do not add up to the total. Several
          people may share an address, and one person may use several.
        </dd>
        <dt>Downloads without an IP</dt>
        <dd>
          If no IP was recorded, as in records imported from an archived web server log
          {ipDays > 0 && ', or if it has been erased because it was too old'}, the download is
          counted but its visitor is unknown. It never counts as a visitor, and an unknown number of
          visitors is left blank, not shown as 0.
        </dd>
        <dt>Bots</dt>
        <dd>
          Programs such as search engines, recognized by their user agent from a maintained list.
        </dd>
      </dl>
    </Section>
  )
}

function DayView({ days, range }: { days: readonly rules.DayFigures[]; range: DayRange }) {
  return (
    <>
      <Section name="trend" heading="Downloads by day" class="trend">
        <BarChart
          bars={days.map(toChartBar)}
          label={`Downloads by day, ${rangeText(range)}`}
          legend={{ plain: 'downloads', hatched: rules.WITHOUT_IPS }}
        />
      </Section>
      <div class="ledger ledger-narrow">
        <Table
          caption="Downloads and unique visitors by day"
          columns={[dayColumn, ...countColumns, ...noteColumns(days, rules.missingIpsNote)]}
          rows={days}
        />
      </div>
    </>
  )
}

const dayColumn: Column<rules.DayFigures> = { heading: 'Date', cell: ({ day }) => formatDate(day) }

const toChartBar = (bar: rules.DayFigures) => ({
  day: bar.day,
  plain: bar.downloads - bar.downloadsWithoutIp,
  hatched: bar.downloadsWithoutIp,
  text: rules.barText(bar),
})
