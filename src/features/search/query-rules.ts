import * as z from 'zod'
import type { EventKind } from '../../platform/database/schema.ts'
import { foldText, plainWords, type Term } from '../../platform/search/search-query.ts'
import { anyDate, DATE } from '../../shared/docket-date-rules.ts'
import { calendarDate, typedText } from '../../shared/field-rules.ts'

/** A form also sends dates that were left empty. */
const day = () => z.preprocess((typed) => typed || undefined, calendarDate().optional())

/** The docket's filters, on its page, in the API, and for ZIP archives. An empty value is the same as none. */
export const DocketFilter = z.object({
  q: typedText(500).optional().describe('Words in the entry or its PDFs, or a docket number'),
  type: typedText(200).optional().describe('Exactly as `type`'),
  filer: typedText(500).optional().describe('Exactly as `filed_by`'),
  from: day().describe('Filed on this day or later'),
  to: day().describe('Filed on this day or earlier'),
})

export type DocketFilter = z.infer<typeof DocketFilter>

export interface ParsedQuery {
  terms: readonly Term[]
  /** All that was typed, as one phrase: texts with it come first. */
  phrase?: Term
  named?: { number: number; attachment: number | undefined }
  /** Set if only the case's hearings, or only its deadlines, were asked for. */
  events?: EventKind
  /** YYYY-MM-DD, if only a day was asked for. */
  day?: string
}

export function parseQuery(typed: string): ParsedQuery {
  const [, number, attachment] = DOCKET_NUMBER.exec(typed.trim()) ?? []
  if (number !== undefined) {
    const named = {
      number: Number(number),
      attachment: attachment ? Number(attachment) : undefined,
    }
    // Written as one word, like ECF45, it may be a word in a document.
    const isOneWord = /\p{L}\d/u.test(typed)
    return { named, terms: [spellingsOf(isOneWord ? typed : `${number} ${attachment ?? ''}`)] }
  }
  // `3/5/2026`, `2026-03-05`, `March 5, 2026`, `Mar. 5 2026`, `5 March 2026`
  const day = anyDate(ONE_DATE.exec(typed.trim())?.groups?.date ?? '')
  if (day) return { day, terms: [writtenDays(day)] }
  const chunks = readChunks(typed)
  const terms = readTerms(chunks)
  const events = readEvents(terms)
  if (events) return { events, terms: [[events]] }
  const phrase = readPhrase(chunks)
  return { terms, ...(phrase && { phrase }) }
}

/** `45`, `45-2`, `ECF 45`, `Dkt. No. 45-2`, `Doc. 45, Attachment 2`, `Related Doc # 45`: the entry that is cited comes first. */
const DOCKET_NUMBER =
  /^["“([]?(?:(?:see|re|related(?:\s+to)?|regarding)[\s:]*)?(?:(?:ecf|dkt|docket|document(?:\(s\)|s)?|docs?|entry|d\.?i|d\.?e)\.?\s*)*(?:nos?\.?\s*|numbers?\s*|#\s*)*(\d{1,12})(?:(?:\s*[-–‑]\s*|,?\s*att(?:achment)?\.?\s*(?:no\.?\s*|#\s*)?)(\d{1,6}))?[\])"”]?$/i

const ONE_DATE = new RegExp(`^${DATE}$`, 'i')

function writtenDays(day: string): Term {
  const [year = '', month = '', date = ''] = day.split('-')
  const name = new Date(day).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' })
  const [m, d] = [Number(month), Number(date)]
  const months = [name, name.slice(0, 3)].map((one) => `${one} ${d} ${year}`)
  const numbers = [year, year.slice(2)].flatMap((y) => [`${m} ${d} ${y}`, `${month} ${date} ${y}`])
  return [...new Set([...months, `${d} ${name} ${year}`, ...numbers, `${year} ${month} ${date}`])]
}

type Chunk = ReturnType<typeof readChunks>[number]

const MAX_CHUNKS = 40
const MAX_TERMS = 12
const MAX_WORDS = 40

/** Quotes make a phrase; no word or sign is an operator. A label belongs to the number after it. */
function readChunks(typed: string) {
  const all = typed.matchAll(/["“”„]([^"“”„]*)["“”„]|[^\s"“”„]+/g)
  return Array.from(all, ([whole, quoted]) => ({
    typed: quoted ?? whole,
    isQuoted: quoted !== undefined,
  }))
    .filter((chunk) => plainWords(chunk.typed) !== '')
    .slice(0, MAX_CHUNKS)
    .map((chunk, index, chunks) => {
      const isOfNumber = /^[^\p{L}\p{N}]*\p{N}/u.test(chunks[index + 1]?.typed ?? '')
      return { ...chunk, isLabel: isOfNumber && LABEL.test(chunk.typed) }
    })
}

/** `claim number 112` finds `Claim 112`. A section sign is no word for either database. */
const LABEL = /^(?:nos?|num|numbers?|sections?|secs?|paras?|paragraphs?)\.?$/i

/** What is written together, such as `45-2`, is a phrase. PostgreSQL's index is without small words; labels are often left out. */
function readTerms(chunks: readonly Chunk[]): Term[] {
  const important = chunks.filter(
    (chunk) => !isSmall(chunk.typed) && (chunk.isQuoted || !chunk.isLabel),
  )
  const terms = important.map(({ typed }) => spellingsOf(typed)).filter(({ length }) => length > 0)
  return [...new Map(terms.map((term) => [term.join('|'), term])).values()].slice(0, MAX_TERMS)
}

/** All chunks in order, with and without the labels of numbers. FTS5 is slow at phrases with small words. */
function readPhrase(chunks: readonly Chunk[]): Term | undefined {
  if (chunks.some(({ typed }) => isSmall(typed))) return undefined
  const withLabel = (label: string) =>
    chunks.map(({ typed, isLabel }) => (isLabel ? label : typed)).join(' ')
  const all = [...new Set(['', 'no', 'number'].map(withLabel))].flatMap(spellingsOf)
  const phrases = all.filter((words) => words.includes(' ') && words.split(' ').length <= MAX_WORDS)
  return chunks.length > 1 && phrases.length > 0 ? [...new Set(phrases)] : undefined
}

/** `U.S.C.` and `USC`, `1,250,000` and `1250000`, `O'Brien` and `obrien`, `café` and `cafe`. */
function spellingsOf(typed: string): string[] {
  const own = typed.normalize('NFC').replace(/['’ʼ]s(?![\p{L}\p{N}])/gu, '')
  const text = foldText(own)
  const spellings = [
    text,
    text
      .replace(/(?<!\p{L})(?:\p{L}\.){2,}/gu, (letters) => `${letters.replaceAll('.', '')} `)
      .replace(/(?<=\p{L})['’ʼ](?=\p{L})|(?<=\d),(?=\d{3}(?!\d))/gu, ''),
    text
      .replace(CODES, (letters) => letters.split('').join(' '))
      .replace(/(?<![\p{L}\p{N}])\d{4,15}(?![\p{L}\p{N}])/gu, (digits) =>
        Number(digits).toLocaleString('en-US'),
      ),
    text.replace(/^([od])(?=\p{L}{4,}$)/iu, '$1 '),
    own,
  ]
  const phrases = spellings.map((one) => withoutSmallEnds(plainWords(one).split(' ')))
  const words = phrases.map((phrase) => phrase.slice(0, MAX_WORDS).join(' '))
  return [...new Set(words)].filter((one) => one !== '')
}

/** PostgreSQL leaves them out, too. */
function withoutSmallEnds(words: readonly string[]): readonly string[] {
  const isTelling = (word: string) => !isSmall(word)
  return words.slice(words.findIndex(isTelling), words.findLastIndex(isTelling) + 1)
}

const CODES = /(?<![\p{L}\p{N}.])(?:USCA?|CFR|FRCP|FRBP|FRE|UCC)(?![\p{L}\p{N}])/giu

/** PostgreSQL's english.stop, and letters that apostrophes leave. */
const SMALL = new Set(
  `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its
  itself they them their theirs themselves what which who whom this that these those am is are was were be been being
  have has had having do does did doing a an the and but if or because as until while of at by for with about against
  between into through during before after above below to from up down in out on off over under again further then once
  here there when where why how all any both each few more most other some such no nor not only own same so than too
  very s t can will just don should now`.split(/\s+/),
)

/** Whether all its words are in every text and so say nothing about its subject; as indexed, without accents. */
export const isSmall = (text: string): boolean =>
  plainWords(foldText(text).toLowerCase())
    .split(' ')
    .every((word) => SMALL.has(word))

const ABOUT_TIME = /^(?:next|upcoming|scheduled|dates?|times?|days?|held)$/i

/** `when is the next hearing` */
function readEvents(terms: readonly Term[]): EventKind | undefined {
  const [term, ...others] = terms.filter(([word = '']) => !ABOUT_TIME.test(word))
  const [, kind] = /^(hearing|deadline)s?$/i.exec(term?.[0] ?? '') ?? []
  return kind && others.length === 0 ? (kind.toLowerCase() as EventKind) : undefined
}
