/** @param page at which the PDF opens, counted from 1 */
export const documentUrl = (id: number, page?: number) =>
  page === undefined ? `/documents/${id}` : `/documents/${id}?page=${page}`

export const downloadUrl = (id: number) => `/api/documents/${id}/download`
