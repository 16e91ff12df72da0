import type { Entry } from '../../platform/database/schema.ts'
import { formatInstant } from '../../shared/date.ts'
import { FigureCard } from '../../ui/figure.tsx'
import type { AccessStatistics } from '../statistics/figures/statistics.ts'
import {
  type AccessTotals,
  downloadsLabel,
  robotsSentence,
  visitorSentence,
} from '../statistics/figures/statistics-rules.ts'

interface ReadershipQuery {
  entry: Pick<Entry, 'id' | 'published_at'>
  notifiedAt: number | undefined
  timeZone: string
}

/** Downloads and visitors of all of an entry's documents. @returns undefined until it has been published */
export async function entryReadership(
  statistics: Pick<AccessStatistics, 'read'>,
  { entry: { id, published_at }, notifiedAt, timeZone }: ReadershipQuery,
) {
  if (published_at === null) return undefined
  const { period, ever, notified } = await statistics.read(async ({ period, readEntries }) => {
    const readSince = (since: number) => readEntries({ entryIds: [id], since })
    const notified = notifiedAt === undefined ? undefined : await readSince(notifiedAt)
    return { period, ever: await readSince(0), notified }
  })
  const sentences = [
    `This entry was published on ${formatInstant(published_at, timeZone)}.`,
    `Each unique visitor is counted once across all of the entry’s documents. ${robotsSentence(ever)}`,
    visitorSentence(ever, period),
  ]
  const since = `since the notification, ${formatInstant(notifiedAt ?? 0, timeZone)}`
  return (
    <>
      <div class="figures">
        {counted(ever, 'in all')}
        {notified && counted(notified, since, '-since-notification')}
      </div>
      <p class="field-hint">{sentences.filter(Boolean).join(' ')}</p>
    </>
  )
}

function counted(figures: AccessTotals, since: string, suffix = '') {
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
