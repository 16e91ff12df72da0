import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  createPdfInspector,
  type PdfInspection,
  type PdfInspector,
} from '../../src/features/checks/inspect-pdf.ts'

const inspector = createPdfInspector({ processes: 1 })
const inspections = new Map<string, Promise<PdfInspection>>()

/**
 * One for all files of a worker: its process takes half a second to start. It starts with the first PDF, and ends with the worker.
 * A file that it has read before is not read again, because the result depends only on its bytes and its name.
 */
export const sharedInspector: PdfInspector = {
  ...inspector,
  async close() {},
  async inspect(path, fileName) {
    const key = hash('sha256', Buffer.concat([await readFile(path), Buffer.from(fileName)]))
    const inspection = inspections.get(key) ?? inspector.inspect(path, fileName)
    inspections.set(key, inspection)
    return inspection
  },
}
