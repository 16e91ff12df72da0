import { test } from 'vitest'
import { expectLinear, expectSteadyGrowth } from '../../test/support/growth.ts'
import { attachmentMatcher, readAttachments } from './attachment-rules.ts'
import { oneLine, printable, summary } from './clean-text.ts'
import { linkContacts } from './contact-links.ts'
import { readDocketRow, readDocketSheet } from './docket-sheet-rules.ts'
import { filedBy, filingTitle, filingType } from './docket-text-rules.ts'
import { readable } from './naming-rules.ts'

/* Pasted text is read in time proportional to its length (PROMISES 33). */

const ROW = '11/22/2026\t12\t'
const NOTICE = 'Docket Text: ORDER\n'

const SHEETS: Record<string, (length: number) => string> = {
  'dots in a title': (n) => `${ROW}x${'.'.repeat(n)}x`,
  'commas in an attachment': (n) => `${ROW}M (Attachments: # 1 x${',  '.repeat(n / 3)}x`,
  'spaces before a mark': (n) => `${ROW}M (Attachments: # 1 x${' '.repeat(n)}x`,
  'a quotation mark and spaces': (n) => `>${' '.repeat(n)}x`,
  'carriage returns': (n) => `${ROW}x${'\r'.repeat(n)}`,
  'line separators': (n) => `${ROW}M\nAttachment 1 ${'.'.repeat(n)}\u2028x`,
  'spaces in a notice': (n) => `${NOTICE}${' '.repeat(n)}x`,
  'headings that end otherwise': (n) => `${'date filed '.repeat(n / 11)}x`,
  'dashes that end otherwise': (n) => `${'-'.repeat(n)}x`,
  'empty cells below a date': (n) => `1/1/2026\n5\n${'|\n'.repeat(n / 2)}`,
  'rows of documents': (n) =>
    `${ROW}M\n\t0\tMain Document\n${'\t1\tA\t2 pages\t3 KB\n'.repeat(n / 20)}`,
  'pages and commas': (n) => `${ROW}M\n1 A 2 pages${','.repeat(n)}x`,
  'numbers of a history': (n) => `1 Filed & Entered: 1/1/2026 A\n${'1\n'.repeat(n / 2)}`,
  'dates of a history': (n) => 'Filed & Entered: 1/1/2026\n'.repeat(n / 26),
  'tags in a notice': (n) => `${NOTICE}${'<a '.repeat(n / 3)}`,
  'cases in a notice': (n) => `${NOTICE}${'Case Number: 1\nDocument Number: 2\n'.repeat(n / 34)}`,
  'an address of no end': (n) => `${ROW}${'<http://'.repeat(n / 8)}`,
  deadlines: (n) => `${ROW}O\n${'12/1/2026 A\n'.repeat(n / 12)}12/1/2026 (Entered: 11/22/2026)`,
  'attachments of other entries': (n) =>
    Array.from(
      { length: n / 40 },
      (_, i) => `1/1/2026\t${i + 1}\tM\n${i + 500_000}-1\tExhibit`,
    ).join('\n'),
}

const READERS: Record<string, (length: number) => unknown> = {
  ...Object.fromEntries(
    Object.entries(SHEETS).map(([name, make]) => [name, (n: number) => readDocketSheet(make(n))]),
  ),
  'carriage returns alone': (n) => readDocketRow('\r'.repeat(n)),
  'line separators alone': (n) => readDocketRow('\u2028'.repeat(n)),
  'a file name of dots': (n) => readable(`x${'.'.repeat(n)}x`),
  'many names beside many titles': (n) => {
    const marks = Array.from({ length: n / 20 }, (_, i) => `# ${i + 1} Exhibit ${i}`).join(', ')
    const match = attachmentMatcher(readAttachments(`(Attachments: ${marks})`))
    for (let name = 0; name < n / 200; name += 1) match(`Exhibit ${name}`)
  },
}

test.each(Object.entries(READERS))('%s', (_what, read) => {
  read(2000)
  expectLinear(read, 80_000)
})

/** Between two letters, so that no expression can begin or end with the repetition. */
const between = (text: string) => `x${text}x`

const SENTENCES: Record<string, (text: string) => unknown> = {
  attachments: (text) => readAttachments(`(Attachments: # 1 A${between(text)}`),
  title: (text) => filingTitle(between(text)),
  filer: (text) => filedBy(`Brief filed by A${between(text)}`),
  type: (text) => filingType(between(text)),
  contacts: (text) => linkContacts(between(text)),
  summary: (text) => summary(between(text), text.length),
  line: (text) => oneLine(between(text)),
  printable: (text) => printable(between(text)),
}

const PIECES = [
  ...', . - ... # ( ) a 1 a@ a. a- …'.split(' '),
  ...[' ', '\t', '- ', ', # 1', '# 1 A', '(1) ', 'A ', 'by ', 'on behalf of '],
  ...['+1 212', 'motion ', '; ', 'by A (A, A', ' (USA)', '. The '],
  ...['(related doc', '(related doc()'],
]

test.each(Object.entries(SENTENCES))('docket text’s %s', (_what, read) => {
  for (const piece of PIECES) expectSteadyGrowth(read, piece)
})
