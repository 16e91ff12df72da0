import PostalMime from 'postal-mime'

/** The parts of a message needed to read a bounce or complaint report. */
export type ReceivedMail = Awaited<ReturnType<typeof readMail>>

const MAX_TEXT = 500_000

/** @throws if it is not a message, or is nested deeper than any real one */
export async function readMail(raw: Buffer) {
  const mail = await PostalMime.parse(raw, {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
  })
  return {
    /** Keyed by lowercase name; the first of each. */
    headers: new Map(mail.headers.toReversed().map(({ key, value }) => [key, value])),
    text: (mail.text ?? withoutTags(mail.html ?? '')).slice(0, MAX_TEXT),
    /** `message/delivery-status` and the like, decoded. */
    parts: mail.attachments.map(({ mimeType, content }) => ({
      type: mimeType,
      text: String(content).slice(0, MAX_TEXT),
    })),
  }
}

/** Good enough to read a server's text; the result is never shown as HTML. */
function withoutTags(html: string): string {
  const text = html.slice(0, MAX_TEXT)
  // After the last `>`, every `<` would be searched to the end in vain.
  const end = text.lastIndexOf('>') + 1
  return text.slice(0, end).replace(/<[^>]*>/g, ' ') + text.slice(end)
}
