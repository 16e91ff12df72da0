/* The ways to clean a text. Every other place that needs one calls these. */

/** On one line: line ends, control characters and runs of spaces become single spaces. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

/** As both databases can store it: PostgreSQL takes no NUL, and neither takes half a surrogate pair. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

/** As XML 1.0, calendars (RFC 5545) and mail can carry it: of the control characters only line ends and tabs stay. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]|[\ufdd0-\ufdef\ufffe\uffff]/gu, ' ')
}

/** At most so many UTF-16 units, never cut inside a surrogate pair. */
export function cutText(text: string, most: number): string {
  const splits = (text.codePointAt(most - 1) ?? 0) > 0xffff
  return text.slice(0, splits ? most - 1 : most)
}
