import { formatInstant } from '../../shared/date.ts'
import { FigureCard } from '../../ui/figure.tsx'
import type { AccessStatistics } from '../statistics/figures/statistics.ts'
import {
  type AccessPeriod,
  type AccessTotals,
  downloadsLabel,
  erasedSentence,
  visitorSentence,
} from '../statistics/figures/statistics-rules.ts'

interface ReadershipQuery {
  entryId: number
  publishedAt: number
  notifiedAt: number | undefined
  timeZone: string
  /** VISITOR_IP_RETENTION_DAYS */
  ipDays: number
}

/** Downloads and visitors of all of an entry's documents. */
export async function entryReadership(
  statistics: Pick<AccessStatistics, 'read'>,
  { entryId, notifiedAt, ...query }: ReadershipQuery,
) {
  const figures = await statistics.read(async (figures) => ({
    period: await figures.readPeriod(),
    ever: await figures.readEntry(entryId),
    notified: notifiedAt === undefined ? undefined : await figures.readEntry(entryId, notifiedAt),
  }))
  return <Readership {...query} {...figures} notifiedAt={notifiedAt} />
}

interface ReadershipProps extends Omit<ReadershipQuery, 'entryId'> {
  period: AccessPeriod
  ever: AccessTotals
  notified: AccessTotals | undefined
}

function Readership({ period, ever, notified, ...request }: ReadershipProps) {
  const { publishedAt, notifiedAt = 0, timeZone, ipDays } = request
  const sentences = [
    `This entry was published on ${formatInstant(publishedAt, timeZone)}.`,
    `Each unique visitor is counted once across all of the entry’s documents. ${robotsSentence(ever)}`,
    visitorSentence(ever, period),
    erasedSentence(ever, ipDays),
  ]
  return (
    <>
      <div class="figures">
        <Counted figures={ever} since="in all" />
        {notified && (
          <Counted
            figures={notified}
            since={`since the notification, ${formatInstant(notifiedAt, timeZone)}`}
            suffix="-since-notification"
          />
        )}
      </div>
      <p class="field-hint">{sentences.filter(Boolean).join(' ')}</p>
    </>
  )
}

/** Bots are included, as on the Document Access page by default. */
function robotsSentence({ robotDownloads }: AccessTotals): string {
  const count = robotDownloads.toLocaleString('en-US')
  return robotDownloads === 0
    ? 'Bots are included, but there were none.'
    : `Bots are included: ${count} of the downloads.`
}

interface CountedProps {
  figures: AccessTotals
  since: string
  suffix?: string
}

function Counted({ figures, since, suffix = '' }: CountedProps) {
  const { downloads, uniqueVisitors } = figures
  return (
    <>
      <FigureCard name={`entry-downloads${suffix}`} value={downloads}>
        {downloadsLabel(figures)} {since}
      </FigureCard>
      {uniqueVisitors !== null && (
        <FigureCard name={`entry-unique-visitors${suffix}`} value={uniqueVisitors}>
          {uniqueVisitors === 1 ? 'unique visitor' : 'unique visitors'} {since}
        </FigureCard>
      )}
    </>
  )
}
