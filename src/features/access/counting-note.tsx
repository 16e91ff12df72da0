import { nameOfZone } from '../../ui/time-zone.ts'
import type { AccessChoice } from './access-address.ts'
import { MOST_FROM_RANGES } from './download-rules.ts'

interface CountingNoteProps {
  choice: AccessChoice
  timeZone: string
}

/** What the words mean, as CONTRACT sections 4 and 7 settle it: for whoever has to swear to a figure. */
export function CountingNote({ choice, timeZone }: CountingNoteProps) {
  return (
    <section class="counting-note" aria-labelledby="counting-heading">
      <h2 class="section-heading" id="counting-heading">
        How this is counted
      </h2>
      <dl>
        <dt>Download</dt>
        <dd>
          One is counted when the answer that carries a document’s last byte has been sent whole. A
          document read in the browser, one saved, and one fetched in several parts or resumed count
          once each; two whole downloads count twice. Parts are one download as long as the same
          address and browser ask for more within half an hour, and none where they had the whole
          document within half an hour. From parts alone, one address is counted with at most{' '}
          {MOST_FROM_RANGES} downloads of a document in half an hour, however many browsers it
          claims to be. A ZIP file counts each of its documents when all of it has been sent, and
          none of them otherwise. Transfers that were broken off, errors, answers without content,
          and fetching ahead by a browser are not counted. A short document that the reader’s
          computer, or a server on the way, had taken in whole counts even if the reader left. A
          download shows that a document was sent, not that it was read.
        </dd>
        <dt>Unique visitor</dt>
        <dd>
          Each different IP address among the downloads of the whole range, all documents shown here
          together: one address that fetched five documents, or came back on another day, is one.
          The visitors of single days or documents therefore do not add up to those of the range.
          Several persons may share an address, and one person may use several.
        </dd>
        <dt>Downloads without an IP</dt>
        <dd>
          Where no IP was recorded, as in records taken over from an archived web-server log, the
          download is counted and its visitor is unknown. It is never counted as a visitor, and a
          number of visitors that cannot be known is left blank, not given as 0.
        </dd>
        <dt>Robots</dt>
        <dd>
          Programs such as search engines, known by the name that they give themselves, are compared
          with a maintained list. Their downloads are{' '}
          {choice.robots === 'include' ? 'included here' : 'left out here'}.
        </dd>
        <dt>Day</dt>
        <dd>
          From midnight to midnight, {nameOfZone(timeZone)}; where the clocks change, a day has 23
          or 25 hours.
        </dd>
      </dl>
    </section>
  )
}
