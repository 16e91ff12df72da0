import { nameOfZone } from '../../../shared/time-zone.ts'
import { Section } from '../../../ui/section.tsx'
import { MAX_RECORDS_FROM_RANGES } from '../../downloads/download-rules.ts'
import type { AccessChoice } from '../access-address.ts'

/** CONTRACT sections 4 and 7, for anyone who has to swear to a figure. */
export function CountingNote(props: {
  choice: AccessChoice
  timeZone: string
  /** VISITOR_IP_RETENTION_DAYS */
  ipDays: number
}) {
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
          {props.ipDays > 0 && ', or if it has been erased because it was too old'}, the download is
          counted but its visitor is unknown. It never counts as a visitor, and an unknown number of
          visitors is left blank, not shown as 0.
        </dd>
        <dt>Bots</dt>
        <dd>
          Programs such as search engines, recognized by their user agent from a maintained list.
          Their downloads are{' '}
          {props.choice.robots === 'include' ? 'included here' : 'excluded here'}.
        </dd>
        <dt>Day</dt>
        <dd>
          From midnight to midnight, {nameOfZone(props.timeZone)}. A day on which the clocks change
          has 23 or 25 hours.
        </dd>
      </dl>
    </Section>
  )
}
