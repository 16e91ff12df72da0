/* `node test/support/write-pdfs.ts` writes the PDFs in test/fixtures/pdfs, which are committed. */
import { scanned, stamped, writeTextPdf } from './text-pdf.ts'

const CASE = 'HARBOR FREIGHT CO., Plaintiff, v. JANE ROE, Defendant.'

/** This many pages, the first with the heading. */
const pages = (count: number, heading: string, words: string) =>
  Array.from({ length: count }, (_, page) => `${page === 0 ? `${heading}\n\n` : ''}${words}`)

const write = (
  name: string,
  ...rest: [texts: string[], draw?: Parameters<typeof writeTextPdf>[2]]
) => writeTextPdf(`test/fixtures/pdfs/${name}.pdf`, ...rest)

await write(
  'notice',
  pages(
    2,
    'NOTICE OF APPEARANCE',
    `${CASE} Under the Federal Rules, counsel appears for Jane Roe and asks to be served.`,
  ),
)
await write(
  'order',
  pages(
    2,
    'ORDER',
    `${CASE} The motion is granted. “The lease ends on July 31,” as the parties agree.`,
  ),
  stamped(2, 2),
)
await write(
  'motion',
  pages(
    5,
    'IN THE UNITED STATES DISTRICT COURT\nMOTION TO COMPEL',
    `${CASE} Harbor moves to compel answers to its interrogatories about the lease of the warehouse.`,
  ),
  stamped(3, 5),
)
await write('brief', pages(10, 'BRIEF IN OPPOSITION', `${CASE} The interrogatories ask too much.`))
await write(
  'opinion',
  pages(
    15,
    'OPINION',
    `${CASE} The Court of Appeals reads a lease as a whole. What a term means alone does not decide.`,
  ),
)
await write('letter', ['Dear Judge Doe:\n\nThe parties have settled.'])
await write('scan', [''], scanned)
