import PostalMime from 'postal-mime'

/** A message as far as a report of a bounce or a complaint needs it. */
export type ReceivedMail = Awaited<ReturnType<typeof readMail>>

/** The report comes first; what is behind is the message that was returned. */
export const MOST_BYTES = 1_000_000
const MOST_TEXT = 500_000

/** @throws where it is no message, or nested beyond any real one */
export async function readMail(raw: Buffer) {
  const mail = await PostalMime.parse(raw.subarray(0, MOST_BYTES), {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
  })
  return {
    /** By name in lower case; the first of each. */
    headers: new Map(mail.headers.toReversed().map(({ key, value }) => [key, value])),
    text: (mail.text ?? withoutTags(mail.html ?? '')).slice(0, MOST_TEXT),
    /** `message/delivery-status` and its like, decoded. */
    parts: mail.attachments.map(({ mimeType, content }) => ({
      type: mimeType,
      text: String(content).slice(0, MOST_TEXT),
    })),
  }
}

/** Enough for the words of a server; nothing of it is shown as HTML. */
const withoutTags = (html: string) => html.slice(0, MOST_TEXT).replace(/<[^>]*>/g, ' ')
