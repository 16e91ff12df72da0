/* `node test/support/write-pdfs.ts` writes the PDFs in test/fixtures/pdfs, which are committed. */
import { scanned, stamped, writeTextPdf } from './text-pdf.ts'

const CASE = 'HARBOR FREIGHT CO., Plaintiff, v. JANE ROE, Defendant.'

/** Name, pages, heading on the first, words on each, and what is drawn. */
const FILES: [string, number, string, string, Parameters<typeof writeTextPdf>[2]?][] = [
  [
    'notice',
    2,
    'NOTICE OF APPEARANCE',
    `${CASE} Under the Federal Rules, counsel appears for Jane Roe and asks to be served.`,
  ],
  [
    'order',
    2,
    'ORDER',
    `${CASE} The motion is granted. “The lease ends on July 31,” as the parties agree.`,
    stamped(2, 2),
  ],
  [
    'motion',
    5,
    'IN THE UNITED STATES DISTRICT COURT\nMOTION TO COMPEL',
    `${CASE} Harbor moves to compel answers to its interrogatories about the lease of the warehouse.`,
    stamped(3, 5),
  ],
  ['brief', 10, 'BRIEF IN OPPOSITION', `${CASE} The interrogatories ask too much.`],
  [
    'opinion',
    15,
    'OPINION',
    `${CASE} The Court of Appeals reads a lease as a whole. What a term means alone does not decide.`,
  ],
  ['letter', 1, '', 'Dear Judge Doe:\n\nThe parties have settled.'],
  ['scan', 1, '', '', scanned],
]

for (const [name, count, heading, words, draw] of FILES) {
  const pages = Array(count).fill(words)
  if (heading) pages[0] = `${heading}\n\n${words}`
  await writeTextPdf(`test/fixtures/pdfs/${name}.pdf`, pages, draw)
}
