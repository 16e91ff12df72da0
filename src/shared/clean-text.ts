/** Line ends, control characters and runs of spaces become single spaces. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

/** PostgreSQL stores no NUL, and neither database stores half a surrogate pair. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** For XML 1.0, calendars (RFC 5545) and mail: of the control characters only line ends and tabs stay. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\ufdd0-\ufdef\ufffe\uffff]/gu, ' ')
}

/** At most so many UTF-16 units. */
export function cutText(text: string, most: number): string {
  const splits = (text.codePointAt(most - 1) ?? 0) > 0xffff
  return text.slice(0, splits ? most - 1 : most)
}

/** By default about what search engines show below a title. */
export function summary(text: string, most = 200): string {
  const line = oneLine(text)
  if (line.length <= most) return line
  const cut = cutText(line, most)
  const end = cut.lastIndexOf(' ')
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\s.,;:–—-]+$/u, '')} …`
}

/** For a part of a regular expression that stands for itself. */
export const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
