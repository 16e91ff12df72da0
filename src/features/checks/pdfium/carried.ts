import { readSync } from 'node:fs'
import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { CarriedParts } from '../carried-rules.ts'
import type { CarriedText } from '../carried-words-rules.ts'
import { MAX_PAGES } from '../inspection/messages.ts'
import { allocate, free, heapOf, readText } from './memory.ts'
import { readSavedObjects } from './saved-objects.ts'
import { carriedTexts, countHiddenLayers, creatorIn, hasScripts } from './saved-objects-rules.ts'

/** What a file carries besides its pages. @param file its descriptor */
export function readCarried(
  library: WrappedPdfiumModule,
  document: number,
  file: number,
): CarriedParts {
  const head = Buffer.alloc(1024)
  readSync(file, head, 0, head.length, 0)
  const trailers = library.FPDF_GetTrailerEnds(document, 0, 0)
  const saved = readSavedObjects(library, document)
  return {
    attachments: library.FPDFDoc_GetAttachmentCount(document),
    // A linearized file has two trailers from the start.
    revisions: head.includes('/Linearized') ? trailers - 1 : trailers,
    author: readAuthor(library, document) || creatorIn(saved),
    hiddenLayers: countHiddenLayers(saved),
    hasScripts: hasScripts(saved),
    texts: [
      ...carriedTexts(saved, pagesByObject(library, document)),
      ...readDestinations(library, document),
    ],
  }
}

/** A file whose properties were cleaned may still name its author in its XMP metadata. */
function readAuthor(library: WrappedPdfiumModule, document: number): string {
  return readText(library, (at, bytes) => library.FPDF_GetMetaText(document, 'Author', at, bytes))
}

const MAX_DESTINATIONS = 5000

/** Names of places, without those that word processors make up (`_Toc123`). */
function readDestinations(library: WrappedPdfiumModule, document: number): CarriedText[] {
  const count = Math.min(library.FPDF_CountNamedDests(document), MAX_DESTINATIONS)
  const size = allocate(library, 4)
  const heap = heapOf(library)
  const names = Array.from({ length: count }, (_, index) =>
    readText(library, (at, bytes) => {
      heap.setValue(size, bytes, 'i32')
      library.FPDF_GetNamedDest(document, index, at, size)
      return heap.getValue(size, 'i32')
    }),
  )
  free(library, size)
  return names
    .filter((name) => !name.startsWith('_'))
    .map((name) => ({
      ...{ place: 'destinations', page: null },
      text: name.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' '),
    }))
}

function pagesByObject(library: WrappedPdfiumModule, document: number): Map<number, number> {
  const count = Math.min(library.FPDF_GetPageCount(document), MAX_PAGES)
  return new Map(
    Array.from({ length: count }, (_, index) => [
      library.EPDFDoc_GetPageObjectNumberByIndex(document, index),
      index + 1,
    ]),
  )
}
