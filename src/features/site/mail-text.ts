import { oneLine, printable } from '../../shared/clean-text.ts'

export const NOT_THE_COURT =
  'This message is from the publisher of this docket site, not from the court.'

export const MAX_CAPTION_LENGTH = 60

/** The case's name as the sender of its mail; empty if it has no caption. */
export const senderName = (caption: string) =>
  shortenForMail(oneLine(mailText(caption)), MAX_CAPTION_LENGTH)

/** Removes characters that mail programs do not show or that reverse text (Trojan Source). */
export const mailText = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === 'string' ? printable(part).replace(/[\u202a-\u202e\u2066-\u2069]/g, '') : part,
  )

export function shortenForMail(text: string, max: number): string {
  const letters = [...text]
  if (letters.length <= max) return text
  const cut = letters.slice(0, max - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > max / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–-]+$/, '')}…`
}
