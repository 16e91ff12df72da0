/** Line ends, control characters and runs of spaces become single spaces. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

/** Line ends and control characters become spaces, so that no line of a calendar, header, or table can be added. */
export const withoutLineEnds = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

/** PostgreSQL stores no NUL, and neither database stores half a surrogate pair. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** For XML 1.0, calendars (RFC 5545), and mail: keeps no control characters but line ends and tabs. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\ufdd0-\ufdef\ufffe\uffff]/gu, ' ')
}

/** At most this many UTF-16 units, without splitting a character. */
export function cutText(text: string, max: number): string {
  const splits = (text.codePointAt(max - 1) ?? 0) > 0xffff
  return text.slice(0, splits ? max - 1 : max)
}

/** The default length is about what search engines show below a title. */
export function summary(text: string, max = 200): string {
  const line = oneLine(text)
  if (line.length <= max) return line
  const cut = cutText(line, max)
  const end = cut.lastIndexOf(' ')
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/(?<![\s.,;:–—-])[\s.,;:–—-]+$/u, '')} …`
}

/** A title may end in an ellipsis, and a name in a period of its own. */
export const endSentence = (text: string) => (/[.?!…]$/.test(text) ? text : `${text}.`)

/** A regular expression made of parts; upper and lower case are the same. */
export const anyCase = (text: TemplateStringsArray, ...parts: readonly string[]) =>
  new RegExp(String.raw(text, ...parts), 'i')

export const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
