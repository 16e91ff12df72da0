import { createPdfInspector } from '../../src/features/checks/inspect-pdf.ts'

/** One for all files of a worker: its process takes half a second to start. It begins with the first PDF, and ends with the worker. */
export const sharedInspector = createPdfInspector({ processes: 1 })
