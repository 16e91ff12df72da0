import { builtProgram } from '../../../platform/project-root.ts'
import { readFileEnds } from './file-ends.ts'
import { CUT_OFF_REASON } from './inspection-messages.ts'
import { createInspectionPool } from './inspection-pool.ts'
import {
  type PdfInspection,
  type ProcessLimits,
  startInspectionProcess,
} from './inspection-process.ts'
import { hasPdfHeader, isCutOff } from './pdf-outline.ts'
import { notPdfReason } from './recognise-file.ts'

export type { PdfInspection } from './inspection-process.ts'

export interface PdfInspectorOptions extends Partial<ProcessLimits> {
  /** How many files are opened at once; each needs a process of about 100 MB while it works. */
  processes?: number
  /** The program that opens PDFs; by default dist/inspect-pdf-worker.js. */
  program?: string
}

export interface PdfInspector {
  /**
   * Whether the file is a PDF that opens, with its pages and text, or a reason for the person who added it (without
   * the file's name). Rejects where the file cannot be read or the inspector was closed.
   */
  inspect(path: string, fileName: string): Promise<PdfInspection>
  close(): Promise<void>
}

const LIMITS: ProcessLimits = {
  timeLimitMs: 60_000,
  memoryMegabytes: 1024,
  characterLimit: 2_000_000,
}

/** Checks uploaded files (PROMISES 14) away from the process that serves the site. */
export function createPdfInspector(options: PdfInspectorOptions = {}): PdfInspector {
  const { processes = 2, program, ...limits } = options
  const pool = createInspectionPool(processes, () =>
    startInspectionProcess(program ?? builtProgram('inspect-pdf-worker.js'), {
      ...LIMITS,
      ...limits,
    }),
  )
  return {
    inspect: async (path, fileName) => {
      const ends = await readFileEnds(path)
      if (!hasPdfHeader(ends)) return { accepted: false, reason: notPdfReason(ends, fileName) }
      if (isCutOff(ends)) return { accepted: false, reason: CUT_OFF_REASON }
      return pool.inspect(path)
    },
    close: pool.close,
  }
}
