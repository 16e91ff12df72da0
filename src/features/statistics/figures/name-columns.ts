/** Of documents joined with their entries: what it takes to name a document, as `NamedDocument` has it. */
export const nameColumns = [
  'documents.id as documentId',
  'documents.title as documentTitle',
  'documents.attachment_number as attachmentNumber',
  'entries.id as entryId',
  'entries.number as entryNumber',
  'entries.title as entryTitle',
] as const
