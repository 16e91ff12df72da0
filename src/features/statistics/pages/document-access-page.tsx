import { formatInstant } from '../../../shared/date.ts'
import { nameOfZone } from '../../../shared/time-zone.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { FigureCard } from '../../../ui/figure.tsx'
import { AdminLayout } from '../../../ui/layout/admin-layout.tsx'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { type AccessChoice, accessAddress, CSV, type ViewRows } from '../access-address.ts'
import {
  type AccessPeriod,
  type AccessTotals,
  downloadsLabel,
  erasedSentence,
  visitorSentence,
} from '../figures/statistics-rules.ts'
import { countDays, rangeText } from '../range-rules.ts'
import { RangeForm, type RangeFormProps, ViewChoice } from './access-choice.tsx'
import { CountingNote } from './counting-note.tsx'
import { DayView } from './day-view.tsx'
import { DocumentFiguresView } from './document-view.tsx'
import { type DownloadsPage, DownloadView } from './download-view.tsx'

export interface SubjectDocument {
  id: number
  entryId: number
  /** `No. 45-2: Exhibit B` */
  heading: string
}

interface DocumentAccessPageProps {
  layout: AdminPageLayout
  form: Omit<RangeFormProps, 'choice'>
  choice: AccessChoice
  document: SubjectDocument | undefined
  totals: AccessTotals
  period: AccessPeriod
  /** Time of counting, in milliseconds. */
  now: number
  rows: ViewRows
  page: DownloadsPage | undefined
}

export function DocumentAccessPage(props: DocumentAccessPageProps) {
  const { layout, form, choice, totals } = props
  return (
    <AdminLayout
      {...layout}
      actions={
        <ButtonLink href={accessAddress(choice, { path: CSV })}>
          Download this view as CSV
        </ButtonLink>
      }
    >
      <RangeForm {...form} choice={choice} />
      <div class="access-head">
        <Subject {...props} />
        <Headline {...props} />
      </div>
      <ViewChoice choice={choice} totals={totals} />
      <View {...props} />
      <CountingNote
        choice={choice}
        timeZone={layout.site.timeZone}
        ipDays={layout.site.ipDays ?? 0}
      />
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
        {nameOfZone(timeZone)}; downloads by bots{' '}
        {choice.robots === 'include' ? 'included' : 'excluded'}. As of{' '}
        {formatInstant(now, timeZone, { time: true })}.
      </p>
      {document && (
        <p class="access-document-links">
          <a href={`/admin/entries/${document.entryId}`}>The docket entry</a>{' '}
          <a href={accessAddress({ ...choice, documentId: undefined })}>All documents</a>
        </p>
      )}
    </section>
  )
}

function Headline({ totals, period, layout }: DocumentAccessPageProps) {
  const { downloads, uniqueVisitors } = totals
  const sentences = [
    visitorSentence(totals, period),
    erasedSentence(totals, layout.site.ipDays ?? 0),
  ]
  return (
    <>
      <div class="figures access-figures">
        <FigureCard name="downloads" value={downloads}>
          {downloadsLabel(totals)}
        </FigureCard>
        {uniqueVisitors !== null && (
          <FigureCard name="unique-visitors" value={uniqueVisitors}>
            {uniqueVisitors === 1 ? 'unique visitor' : 'unique visitors'}
          </FigureCard>
        )}
      </div>
      {sentences.map((sentence) => sentence && <p key={sentence}>{sentence}</p>)}
    </>
  )
}

function View({ layout, rows, page, choice, totals, period }: DocumentAccessPageProps) {
  const { timeZone } = layout.site
  if (rows.view === 'day')
    return <DayView days={rows.days} range={choice} {...{ totals, period }} />
  if (rows.view === 'document') {
    return <DocumentFiguresView documents={rows.documents} {...{ choice, timeZone }} />
  }
  return page ? <DownloadView {...{ page, choice, timeZone }} /> : null
}

export function RefusedRangePage(props: { layout: AdminPageLayout; form: RangeFormProps }) {
  return (
    <AdminLayout {...props.layout}>
      <RangeForm {...props.form} />
    </AdminLayout>
  )
}
