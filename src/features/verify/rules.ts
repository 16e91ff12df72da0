const HEX = /^[0-9a-f]{64}$/

/**
 * A SHA-256 as people copy it: from a checksum program with the file's name beside it, from a page in capitals, with
 * blanks or colons. @returns 64 small hexadecimal digits, or undefined where it is none
 */
export function readHash(typed: string): string | undefined {
  const bare = typed.toLowerCase().replace(/^\s*sha-?256(\s*\([^)]*\)\s*=|:)?/, '')
  const [word] = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/.exec(bare) ?? []
  if (word) return word
  const closed = bare.replace(/[\s:]/g, '')
  return HEX.test(closed) ? closed : undefined
}
