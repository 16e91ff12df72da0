import type { FileReading } from '../../src/features/checks/finding-rules.ts'

export const NOTHING_READ: FileReading = {
  stamps: [],
  stampedPages: [],
  heading: '',
  findings: [],
}
