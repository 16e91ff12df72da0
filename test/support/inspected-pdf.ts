import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder } from './new-folder.ts'
import { sharedInspector } from './shared-inspector.ts'

/** What the process that reads PDFs reports about this file. */
export function inspectFile(bytes: Buffer) {
  const path = join(newFolder(), 'file.pdf')
  writeFileSync(path, bytes)
  return sharedInspector.inspect(path, 'file.pdf')
}

/** The same of a file that is accepted. */
export async function inspectBytes(bytes: Buffer) {
  const inspection = await inspectFile(bytes)
  if (!inspection.accepted) throw new Error(inspection.reason)
  return inspection
}

export const sentencesAbout = async (bytes: Buffer) =>
  (await inspectBytes(bytes)).reading.findings.map(({ kind, text }) => `${kind}: ${text}`)
