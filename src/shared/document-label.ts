/** As lawyers cite it: 45 the main document, 45-2 its second attachment. */
export function formatMark(entryNumber: number | null, attachmentNumber: number): string {
  if (entryNumber === null) return attachmentNumber === 0 ? 'Main' : `Att. ${attachmentNumber}`
  return attachmentNumber === 0 ? `${entryNumber}` : `${entryNumber}-${attachmentNumber}`
}

export function formatAttachment(attachmentNumber: number): string {
  return attachmentNumber === 0 ? 'Main document' : `Attachment ${attachmentNumber}`
}

/** What a window, a panel or a list of bookmarks is headed with. */
export function documentHeading(
  entryNumber: number | null,
  document: { attachmentNumber: number; title: string },
): string {
  if (entryNumber === null) return document.title
  return `No. ${formatMark(entryNumber, document.attachmentNumber)}: ${document.title}`
}

export function formatPages(pageCount: number): string {
  return pageCount === 1 ? '1 page' : `${pageCount.toLocaleString('en-US')} pages`
}
