import { createRequire } from 'node:module'
import { cutText, endSentence, oneLine } from '../../shared/clean-text.ts'
import { type Finding, fileFinding } from './finding-rules.ts'
import type { EmbeddedSource, EmbeddedText } from './page-view.ts'
import type { EmbeddedParts } from './pdfium/embedded.ts'

/* What a file says outside its pages describes them as often as it repeats them, so only its names and numbers count. */

const SUBJECTS: Record<EmbeddedSource, string> = {
  bookmarks: 'Its bookmarks have',
  destinations: 'Its named destinations have',
  descriptions: 'Its descriptions for screen readers have',
  replacements: 'Its text for copying and screen readers has',
}

/** Words for parts of any filing that dictionaries lack, or that are also last names. */
const USUAL = new Set(
  `abbreviations acknowledgments acrobat addendum adobe affiant affirmation amended amici amicus appellant appellee appendices
  arrow barcode bibliography binder bookmark bookmarked box bracket case certiorari checkbox clipart compel compiled conformed
  connector copyright corpus counterclaim court creditor cross crossclaim daubert debtor decl def defs dep doc docket docs docx
  ellipse endnote errata excel excerpts exh exhs factual fig file flowchart footer footnote foreword freeform glossary graphical
  habeas header headshot histogram hyperlink img infographic infringement interrogatories intervenor joinder jpg judge jurat
  justice letterhead limine ltr mandamus may mem memo memorandum microsoft mot movant mtn notarized opp page pages pdf petitioner
  placeholder plat plf png polygon powerpoint presentence procedural promissory rebuttal redacted redline remand respondent
  sanctions scheduling screenshot silhouette spreadsheet stip stipulate stipulation subheading subsection supp supplemental
  surreply tbl textbox thumbnail timecard trustee unopposed unredacted untitled verification vitae vol waiver watermark workbook
  worksheet`.split(/\s+/),
)
/** Ranks in film dialogue. Words further down count as common, too, if encyclopedias use them and nobody has them as a name. */
const COMMON = 20_000
const FREQUENT_NAMES = 1000

/** Large, so read when first needed. */
let common: Set<string> | undefined

function isCommon(word: string): boolean {
  if (!common) {
    const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-en')
    const frequent = new Set(dictionary['lastnames-en'].slice(0, FREQUENT_NAMES))
    const names = new Set([...dictionary['lastnames-en'], ...dictionary['firstnames-en']])
    const written = new Set(dictionary['wikipedia-en'])
    const words: string[] = dictionary['commonWords-en']
    const isNoName = (word: string, rank: number) =>
      rank < COMMON ? !frequent.has(word) : written.has(word) && !names.has(word)
    common = new Set(words.filter(isNoName))
  }
  return common.has(word) || common.has(word.replace(/(?:e?s|ed|ing)$/, '')) || USUAL.has(word)
}

const ADDRESS = /\b(?:https?:|www\.|mailto:)\S*/gi
const WORD = /\d[\d-]*\d|[\p{L}\p{M}\p{N}]+/gu
const DATE = /^(?:19|20)\d\d(?:\d{4})?$|^\d{4}(?:19|20)\d\d$/

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const withoutGaps = (text: string) => plain(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Searching the whole text is slow: beyond this number, a word that is not in the word list counts as unseen. */
const MAX_SEARCHED = 500

export function unseenWords(shown: readonly string[]) {
  const shownWords = new Set(shown.flatMap((text) => plain(text).match(WORD) ?? []))
  const joined = shown.map(withoutGaps).join(' ')
  let searched = 0
  /** Also finds words with wide letter spacing, broken at the end of a line, or in writing that puts no spaces between words. */
  const isJoined = (word: string) =>
    (word.length > 4 || /^\p{Lo}/u.test(word)) && searched++ < MAX_SEARCHED && joined.includes(word)
  return ({ source, text }: Pick<EmbeddedText, 'source' | 'text'>): number => {
    const words = text.replace(ADDRESS, ' ').match(WORD) ?? []
    return words.filter((word) => {
      if (!tellsMore(word, source)) return false
      const bare = withoutGaps(word)
      if (shownWords.has(bare) || shownWords.has(bare.replace(/s$/, ''))) return false
      return !(source !== 'replacements' && isCommon(bare)) && !isJoined(bare)
    }).length
  }
}

function tellsMore(word: string, source: EmbeddedSource): boolean {
  const digits = word.replace(/\D/g, '')
  if (/^\p{N}/u.test(word) || digits.length > 4)
    return source !== 'destinations' && digits.length > 3 && !DATE.test(digits)
  if (source === 'replacements') return word.length > 3 || /^\p{Lu}\p{Ll}{2}$/u.test(word)
  if (source === 'destinations') return /^\p{Lu}\p{Ll}{3,}$/u.test(word)
  return /^\p{Lu}\p{Ll}{2}$|^\p{Lu}.{3,}|^\p{Lo}{2,}/u.test(word)
}

/** @param pages what each shows; undefined for those nobody can read, such as scans */
export function embeddedTextFindings(
  embedded: readonly EmbeddedText[],
  pages: ReadonlyMap<number, string>,
): Finding[] {
  const isReadable = ({ page }: EmbeddedText) =>
    pages.size > 0 && (page === null || pages.has(page))
  const once = new Map(embedded.filter(isReadable).map((one) => [`${one.source} ${one.text}`, one]))
  if (once.size === 0) return []
  const countUnseen = unseenWords([...pages.values()])
  const unseen = [...once.values()]
    .map((one) => ({ ...one, count: countUnseen(one) }))
    .filter(({ count }) => count > 0)
  return [...Map.groupBy(unseen, ({ source }) => source)].map(([source, texts]) => {
    const count = texts.reduce((sum, one) => sum + one.count, 0)
    const text = `${SUBJECTS[source]} ${count} ${count === 1 ? 'word' : 'words'} that no page shows.`
    return { ...fileFinding('covered_text', text), page: texts[0]?.page ?? null }
  })
}

const MAX_AUTHOR_LENGTH = 200
/** Programs write these where no name was set. */
const NO_NAME = /^\(?(?:anonymous|unknown|unspecified|none|user|owner|author)\)?$/i

export function embeddedFindings(parts: EmbeddedParts): Finding[] {
  const author = cutText(oneLine(parts.author).replace(NO_NAME, ''), MAX_AUTHOR_LENGTH)
  const { attachments, hasFormData, hasScripts, hiddenLayers, revisions } = parts
  const times = revisions === 2 ? 'once' : `${revisions - 1} times`
  const sentences: [boolean, string][] = [
    [author !== '', endSentence(`Names its author: ${author}`)],
    [attachments > 0, `Has other files attached: ${attachments}.`],
    [hasScripts, 'Contains scripts (JavaScript).'],
    [hasFormData, 'Contains form data that its pages may not show (XFA).'],
    [hiddenLayers > 0, `Has hidden layers: ${hiddenLayers}.`],
    [
      revisions > 1,
      `May still contain earlier versions of its pages: it was edited and resaved ${times}.`,
    ],
  ]
  return sentences.flatMap(([isSo, text]) => (isSo ? fileFinding('carried', text) : []))
}
