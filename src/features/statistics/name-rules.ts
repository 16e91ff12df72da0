import type { DocumentFigures } from './figures/statistics-rules.ts'

type Named = Pick<
  DocumentFigures,
  'documentTitle' | 'attachmentNumber' | 'entryNumber' | 'entryTitle'
>

/** The docket number, or the title where there is none (a minute entry). */
export const entryText = ({ entryNumber, entryTitle }: Named): string =>
  entryNumber === null ? entryTitle : String(entryNumber)

/** Several attachments of an entry may have one title. */
export const documentText = ({ documentTitle, attachmentNumber }: Named): string =>
  attachmentNumber === 0 ? documentTitle : `${documentTitle} (attachment ${attachmentNumber})`
