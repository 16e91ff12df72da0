import PostalMime from 'postal-mime'

export interface ReceivedMail {
  /** Decoded, keyed by lowercase name; the first of each. */
  headers: Map<string, string>
  text: string
  parts: { type: string; text: string }[]
  inner: ReceivedMail[]
}

const MAX_TEXT = 500_000
/** A report may have been forwarded, with the returned message in it. */
const MAX_DEPTH = 3
const MAX_INNER = 3

/** @throws if it is not a message, or is nested deeper than any real one */
export async function readMail(raw: Buffer, depth = 1): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw, {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
  })
  const headers = new Map(mail.headers.toReversed().map(({ key, value }) => [key, value]))
  const { name = '', address = '' } = mail.from ?? {}
  const inner = mail.attachments
    .filter(({ mimeType }) => /^message\/(?:rfc822|global)$/.test(mimeType))
    .slice(0, depth === MAX_DEPTH ? 0 : MAX_INNER)
    .map(({ content }) => readMail(Buffer.from(String(content)), depth + 1).catch(() => []))
  return {
    headers: headers.set('subject', mail.subject ?? '').set('from', `${name} <${address}>`),
    text: (mail.text ?? withoutTags(mail.html ?? '')).slice(0, MAX_TEXT),
    parts: mail.attachments.map(({ mimeType, content }) => ({
      type: mimeType,
      text: String(content).slice(0, MAX_TEXT),
    })),
    inner: (await Promise.all(inner)).flat(),
  }
}

/** Good enough to read a server's text; the result is never shown as HTML. */
function withoutTags(html: string): string {
  const text = html.slice(0, MAX_TEXT)
  // After the last `>`, every `<` would be searched to the end in vain.
  const end = text.lastIndexOf('>') + 1
  const lines = text.slice(0, end).replace(/<\/?(?:p|br|div|t[rd]|h\d|li)\b[^>]*>/gi, '\n')
  const words = lines.replace(/<[^>]*>/g, ' ') + text.slice(end)
  return words.replace(/&#(\d{2,5});/g, (_, code) => String.fromCharCode(Number(code)))
}
