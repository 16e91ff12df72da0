import { closeSync, fstatSync, openSync } from 'node:fs'
import { lowerPriority } from '../../../platform/threads/thread.ts'
import type { InspectionMessage, Unopened } from './inspection-messages.ts'
import { limitMemory } from './limit-memory.ts'
import { openPdf, pageTexts } from './read-pdf.ts'

/*
 * The program that opens other people's PDFs, in a process of its own (see inspection-process.ts). It is sent a path
 * at a time and answers with InspectionMessages. Arguments: megabytes of memory, characters of text.
 */

const [memoryMegabytes, characterLimit] = process.argv.slice(2).map(Number)

function tell(message: InspectionMessage): void {
  process.send?.(message)
}

async function inspect(path: string): Promise<InspectionMessage> {
  const file = openSync(path, 'r')
  const task = openPdf(file, fstatSync(file).size)
  try {
    const pdf = await task.promise
    if (pdf.numPages === 0) return { kind: 'refused', why: 'no pages' }
    await pdf.getPage(1)
    tell({ kind: 'opened', pageCount: pdf.numPages })
    for await (const text of pageTexts(pdf, Number(characterLimit))) tell({ kind: 'text', text })
    return { kind: 'finished' }
  } catch (error) {
    return { kind: 'refused', why: whyUnopened(error) }
  } finally {
    // Stops what still reads the file, before the next one comes.
    await task.destroy()
    closeSync(file)
  }
}

function whyUnopened(error: unknown): Unopened {
  if (!(error instanceof Error)) return 'damaged'
  if (error.name === 'PasswordException') return 'password'
  return /encrypt/i.test(error.message) ? 'unknown protection' : 'damaged'
}

limitMemory(Number(memoryMegabytes))
// The site answers its visitors first, on a small server too.
lowerPriority()
process.on('disconnect', () => process.exit())
// pdfjs leaves promises behind that fail with the file; the awaited one says so.
process.on('unhandledRejection', () => {})
process.on('message', (path) => {
  inspect(String(path)).then(tell, (error) => tell({ kind: 'unreadable', error: String(error) }))
})
tell({ kind: 'ready' })
