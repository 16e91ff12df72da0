import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect } from 'vitest'
import { createPdfInspector, type PdfInspector } from '../../src/features/checks/inspect-pdf.ts'
import { newFolder } from './new-folder.ts'

type Options = Parameters<typeof createPdfInspector>[0]

/** Inspectors for one test, with their own limits or program; they end with the test. */
export function ownInspectors() {
  const opened: PdfInspector[] = []
  const fixture = { folder: newFolder(), inspector: {} as PdfInspector }
  afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))

  function open(options: Options): void {
    fixture.inspector = createPdfInspector({ processes: 1, ...options })
    opened.push(fixture.inspector)
  }
  return Object.assign(fixture, {
    open,
    async inspectWith(options: Options, bytes: Buffer) {
      open(options)
      const path = join(fixture.folder, 'hostile.pdf')
      await writeFile(path, bytes)
      return fixture.inspector.inspect(path, 'hostile.pdf')
    },
    async expectNextFileToBeRead() {
      const next = await fixture.inspector.inspect('test/fixtures/pdfs/notice.pdf', 'good.pdf')
      expect(next).toMatchObject({ accepted: true, pageCount: 2 })
    },
  })
}
