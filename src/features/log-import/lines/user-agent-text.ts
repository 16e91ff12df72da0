const ESCAPE = /\\(x[0-9a-fA-F]{2}|["\\abfnrtv'])/g
const NAMED: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/**
 * The user agent that the browser sent, from what nginx (`\x22`) and Apache (`\"`, `\t`) made of it. Bytes that are
 * valid UTF-8 are read as such, all else as Latin-1, so that every log can be read and nothing is lost.
 *
 * @param logged one character for each byte of the log
 */
export function userAgentText(logged: string): string {
  if (logged === '-') return ''
  const bytes = logged.includes('\\')
    ? logged.replace(ESCAPE, (_, code: string) =>
        code.length === 3
          ? String.fromCharCode(Number.parseInt(code.slice(1), 16))
          : (NAMED[code] ?? code),
      )
    : logged
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all that ASCII has
  if (/^[\x00-\x7f]*$/.test(bytes)) return bytes
  try {
    return utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    return bytes
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
