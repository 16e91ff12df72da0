/** What a demo filing looks like, page by page, before it is a PDF. Texts may hold *italics*. */
export interface FilingSpec {
  title: string
  author: string
  paper: PaperKind
  /** The blue line that electronic filing prints on every page; drafts have none. */
  stamp: { caseNumber: string; document: string; filedOn: string } | undefined
  blocks: Block[]
}

/**
 * pleading: 28 numbered lines; double: double-spaced; order: double-spaced, the court's; letter: letterhead, single;
 * exhibit: single; scan: an exhibit from a scanner; transcript: 25 numbered lines.
 */
export type PaperKind =
  | 'pleading'
  | 'double'
  | 'order'
  | 'letter'
  | 'exhibit'
  | 'scan'
  | 'transcript'

export type Align = 'left' | 'center' | 'right'

export interface CaptionBlock {
  kind: 'caption'
  attorneys: readonly string[]
  court: readonly string[]
  /** One line per party and "v."; a line that begins with a tab is indented. */
  parties: readonly string[]
  beside: readonly string[]
  /** Between the parties and the number: a column of ) or of section signs. */
  column: ')' | '§'
}

export interface ParagraphBlock {
  kind: 'paragraph'
  text: string
  /** Stands before the text, as "12." or "Q." */
  lead?: string
  style?: 'indented' | 'block' | 'quote' | 'hanging'
  single?: boolean
}

export interface Column {
  title: string
  /** A share of the width. */
  share: number
  align?: Align
}

export interface TableBlock {
  kind: 'table'
  columns: readonly Column[]
  rows: readonly (readonly string[])[]
  /** The last row, bold under a rule. */
  total?: readonly string[]
  boxed?: boolean
}

export type Block =
  | CaptionBlock
  | ParagraphBlock
  | TableBlock
  | { kind: 'heading'; text: string; level: 1 | 2 | 3 }
  | { kind: 'lines'; lines: readonly string[]; align?: Align; bold?: boolean; size?: number }
  | { kind: 'banner'; name: string; lines: readonly string[] }
  | { kind: 'cover'; label: string; description: string }
  | { kind: 'signature'; dated: string; intro: string; name: string; lines: readonly string[] }
  | { kind: 'judge'; dated: string; lines: readonly string[] }
  | { kind: 'gap'; lines: number }
  | { kind: 'newPage' }
