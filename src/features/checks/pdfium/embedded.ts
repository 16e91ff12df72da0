import { readSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import { MAX_PAGES } from '../finding-rules.ts'
import type { EmbeddedSource, EmbeddedText } from '../page-view.ts'
import { heap, pdfium, places, readPlaces, readText } from './library.ts'
import { objectsOf } from './page-objects.ts'
import { readSavedObjects, type SavedObjects } from './saved-objects.ts'

export type EmbeddedParts = ReturnType<typeof readEmbedded>

export function readEmbedded(document: number, fileDescriptor: number) {
  const head = Buffer.alloc(1024)
  readSync(fileDescriptor, head, 0, head.length, 0)
  const trailers = pdfium.FPDF_GetTrailerEnds(document, 0, 0)
  const saved = readSavedObjects(document)
  const { objects } = saved
  const associated = referencesIn(entryOf(objects, catalogOf(objects), 'AF'))
  const author = readText((at, bytes) => pdfium.FPDF_GetMetaText(document, 'Author', at, bytes))
  return {
    // PDF 2.0 also attaches files to the whole document.
    attachments: Math.max(pdfium.FPDFDoc_GetAttachmentCount(document), associated.length),
    // Each incremental save writes a trailer; a linearized file has two from the start.
    revisions: head.includes('/Linearized') ? trailers - 1 : trailers,
    // A file whose properties were cleaned may still name its author in its XMP metadata.
    author: author || creatorIn(saved),
    hiddenLayers: countHiddenLayers(objects),
    hasScripts: hasEntry(objects, /\/S ?\/JavaScript\b/),
    // What was typed into a form may be there without being shown.
    hasFormData: hasEntry(objects, /\/XFA\b/),
    texts: [...embeddedTexts(saved, pagesByObject(document)), ...readDestinations(document)],
  }
}

const MAX_DESTINATIONS = 5000

/** Made up by word processors (`_Toc123`), and by LaTeX for footnotes. */
const MADE_UP = /^(?:_|Hfootnote\.)/

function readDestinations(document: number): EmbeddedText[] {
  const count = Math.min(pdfium.FPDF_CountNamedDests(document), MAX_DESTINATIONS)
  const names = Array.from({ length: count }, (_, index) =>
    readText((at, bytes) => {
      heap.setValue(places[0], bytes, 'i32')
      pdfium.FPDF_GetNamedDest(document, index, at, places[0])
      return readPlaces('i32')[0]
    }),
  )
  return names
    .filter((name) => !MADE_UP.test(name))
    .map((name) => {
      const text = name.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ')
      return { source: 'destinations', page: null, text }
    })
}

function pagesByObject(document: number): Map<number, number> {
  const count = Math.min(pdfium.FPDF_GetPageCount(document), MAX_PAGES)
  const numberOf = (index: number) => pdfium.EPDFDoc_GetPageObjectNumberByIndex(document, index)
  return new Map(Array.from({ length: count }, (_, index) => [numberOf(index), index + 1]))
}

type Objects = SavedObjects['objects']

const hasEntry = (objects: Objects, entry: RegExp) =>
  [...objects.values()].some((text) => entry.test(text))

const catalogOf = (objects: Objects) =>
  [...objects.values()].find((text) => /\/Type ?\/Catalog\b/.test(text)) ?? ''

const referencesIn = (text: string) => text.match(/\d+(?= \d+ R)/g) ?? []

function countHiddenLayers(objects: Objects): number {
  const properties = entryOf(objects, catalogOf(objects), 'OCProperties')
  const shown = entryOf(objects, properties, 'D')
  const layers = (of: string, key: string) => referencesIn(entryOf(objects, of, key))
  const [off, on] = [layers(shown, 'OFF'), layers(shown, 'ON')]
  const base = /\/BaseState ?\/OFF\b/.test(shown) ? layers(properties, 'OCGs') : []
  const isOn = new Set(on)
  return new Set([...base.filter((layer) => !isOn.has(layer)), ...off]).size
}

/** The text of a dictionary's entry: a dictionary, array, or what a reference refers to; empty if there is none. */
function entryOf(objects: Objects, dictionary: string, key: string): string {
  let [depth, start] = [0, -1]
  for (const { 0: token, index } of dictionary.matchAll(/<<|>>|[[\]]|\/[^\s/<>[\]()]*/g)) {
    if (token === '<<' || token === '[') depth += 1
    if (token === '>>' || token === ']') depth -= 1
    const end = index + token.length
    if (start >= 0 && depth <= 1) return dictionary.slice(start, end)
    if (depth !== 1 || token !== `/${key}`) continue
    const [, reference] = /^ ?(\d+) \d+ R/.exec(dictionary.slice(end, end + 30)) ?? []
    if (reference) return objects.get(Number(reference)) ?? ''
    start = end
  }
  return ''
}

const MAX_METADATA_BYTES = 1024 * 1024
/** Each tag ends before the next `<`, or this would read to the end from every tag. */
const CREATOR =
  /<dc:creator\b[^<>]*>\s*(?:<rdf:(?:Seq|Bag|Alt)\b[^<>]*>\s*<rdf:li\b[^<>]*>)?([^<]*)/

export function creatorIn({ metadata }: Pick<SavedObjects, 'metadata'>): string {
  for (const { about, pieces } of metadata) {
    const [, creator = ''] = CREATOR.exec(unpacked(about, Buffer.concat(pieces))) ?? []
    if (creator.trim() !== '') return unescaped(creator.trim())
  }
  return ''
}

function unpacked(about: string, content: Buffer): string {
  if (!about.includes('/FlateDecode')) return content.toString()
  try {
    return inflateSync(content, { maxOutputLength: MAX_METADATA_BYTES }).toString()
  } catch {
    return ''
  }
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string) => text.replace(/&(\w+);/g, (all, name) => NAMED[name] ?? all)

const SOURCES: Record<string, EmbeddedSource> = {
  ActualText: 'replacements',
  Alt: 'descriptions',
  E: 'descriptions',
}

const MAX_TEXTS = 5000

/** PDFium would report `/ActualText` in place of the letters that the page shows, so it is removed from the page. */
export function takeActualText(page: number) {
  const texts = new Map<string, Omit<EmbeddedText, 'page'>>()
  const read = (mark: number, key: string) =>
    readText((at, bytes) => {
      const isText = pdfium.FPDFPageObjMark_GetParamStringValue(mark, key, at, bytes, places[0])
      return isText ? readPlaces('i32')[0] : 0
    })
  for (const object of objectsOf(page)) {
    for (let index = pdfium.FPDFPageObj_CountMarks(object) - 1; index >= 0; index--) {
      const mark = pdfium.FPDFPageObj_GetMark(object, index)
      for (const [key, source] of Object.entries(SOURCES)) {
        const text = texts.size < MAX_TEXTS ? read(mark, key) : ''
        if (text !== '') texts.set(`${source} ${text}`, { source, text })
      }
      pdfium.FPDFPageObjMark_RemoveParam(object, mark, 'ActualText')
    }
  }
  return [...texts.values()]
}

/** Of elements of the structure, not of the content of a page. */
const IN_STRUCTURE = /\/P \d+ \d+ R/
const BOOKMARK = /\/Parent \d+ \d+ R/

export function embeddedTexts(
  { texts }: Pick<SavedObjects, 'texts'>,
  pages: ReadonlyMap<number, number>,
): EmbeddedText[] {
  return texts.flatMap(({ key, text, object }) => {
    const source = key === 'Title' ? 'bookmarks' : SOURCES[key]
    const isOne = key === 'Title' ? BOOKMARK.test(object) : IN_STRUCTURE.test(object)
    if (!source || !isOne) return []
    const [, page] = /\/(?:Pg|(?:Dest|D) ?\[) ?(\d+) \d+ R/.exec(object) ?? []
    return { source, text, page: pages.get(Number(page)) ?? null }
  })
}
