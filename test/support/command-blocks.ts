import { readFileSync } from 'node:fs'

/* The commands in README and docs/, to be typed as they stand. */

const FENCE = /^(?:<!-- not run(?: here)?: (.+) -->\n)?([ \t]*)```sh\n([\s\S]*?)^[ \t]*```$/gm

/** Those with a reason are not run on a bare Debian; it is in the source of the page. */
export function blocksOf(page: string) {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(FENCE)].map(
    ({ 0: all, 1: reason, 2: indent = '', 3: commands = '', index }) => ({
      page,
      line: text.slice(0, index + all.indexOf(commands)).split('\n').length,
      commands: commands.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      reason,
    }),
  )
}
