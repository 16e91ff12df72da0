import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

/** A folder for the files of a test. The run removes it at its end, with its own folder for temporary files (vitest.config.ts). */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'docket-'))

/** The paths within the folder of every file in it, sorted. */
export const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
