/** An e-mail address as a link, anything else as it was written. */
export function MailOrText({ text }: { text: string }) {
  const isAddress = /^[^\s@<>"?&%]+@[^\s@<>"?&%]+$/.test(text)
  return isAddress ? <a href={`mailto:${text}`}>{text}</a> : text
}
