import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for the files of a test. The run removes it at its end, with its own folder for temporary files (vitest.config.ts). */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'docket-'))
