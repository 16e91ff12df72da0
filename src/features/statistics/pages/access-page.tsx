import type { Assets } from '../../../platform/http/assets.ts'
import type { AdminPageLayout } from '../../accounts/admin-layout.ts'
import { DayView } from './day-view.tsx'
import { DocumentAccessPage, type DocumentAccessPageProps } from './document-access-page.tsx'
import { DocumentView } from './document-view.tsx'
import type { DownloadsPage } from './download-pages.ts'
import { DownloadView } from './download-view.tsx'
import type { ViewRows } from './read-view.ts'

interface AccessPageProps
  extends Pick<
    DocumentAccessPageProps,
    'form' | 'choice' | 'range' | 'document' | 'totals' | 'period' | 'now'
  > {
  assets: Assets
  layout: Omit<AdminPageLayout, 'assets'>
  rows: ViewRows
  /** Of the view of single downloads. */
  page: DownloadsPage | undefined
}

export function AccessPage({ assets, layout, rows, page, ...props }: AccessPageProps) {
  return (
    <DocumentAccessPage layout={{ ...layout, assets }} {...props}>
      <View timeZone={layout.site.timeZone} {...{ rows, page, ...props }} />
    </DocumentAccessPage>
  )
}

interface ViewProps extends Omit<AccessPageProps, 'assets' | 'layout'> {
  timeZone: string
}

function View({ rows, page, range, choice, totals, period, timeZone }: ViewProps) {
  if (rows.view === 'day') return <DayView days={rows.days} {...{ range, totals, period }} />
  if (rows.view === 'document') {
    return <DocumentView documents={rows.documents} {...{ range, choice, timeZone }} />
  }
  return page ? <DownloadView {...{ page, range, choice, timeZone }} /> : null
}
