import PostalMime from 'postal-mime'

/** The parts of a message needed to read a bounce or complaint report. */
export type ReceivedMail = Awaited<ReturnType<typeof readMail>>

/** Enough: the report comes first, and the rest is the returned message. */
export const MOST_BYTES = 1_000_000
const MOST_TEXT = 500_000

/** @throws if it is not a message, or is nested deeper than any real one */
export async function readMail(raw: Buffer) {
  const mail = await PostalMime.parse(raw.subarray(0, MOST_BYTES), {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
  })
  return {
    /** Keyed by lowercase name; the first of each. */
    headers: new Map(mail.headers.toReversed().map(({ key, value }) => [key, value])),
    text: (mail.text ?? withoutTags(mail.html ?? '')).slice(0, MOST_TEXT),
    /** `message/delivery-status` and the like, decoded. */
    parts: mail.attachments.map(({ mimeType, content }) => ({
      type: mimeType,
      text: String(content).slice(0, MOST_TEXT),
    })),
  }
}

/** Good enough to read a server's text; the result is never shown as HTML. */
const withoutTags = (html: string) => html.slice(0, MOST_TEXT).replace(/<[^>]*>/g, ' ')
