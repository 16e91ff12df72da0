import type { PaperKind } from '../filing-spec.ts'

/** A page's measures, in points (612 by 792 is a US letter page). */
export interface Sheet {
  left: number
  right: number
  top: number
  bottom: number
  /** From line to line of the body. */
  pitch: number
  /** From line to line where a filing is single-spaced: quotations, tables, addresses. */
  tight: number
  size: number
  fonts: { plain: string; bold: string; italic: string }
  /** How many numbered lines the margin has; 0 for none. */
  numberedLines: number
}

const times = { plain: 'Times-Roman', bold: 'Times-Bold', italic: 'Times-Italic' }
const courier = { plain: 'Courier', bold: 'Courier-Bold', italic: 'Courier-Oblique' }

const double: Sheet = {
  left: 86,
  right: 526,
  top: 84,
  bottom: 714,
  pitch: 28,
  tight: 15,
  size: 13,
  fonts: times,
  numberedLines: 0,
}

const single: Sheet = { ...double, pitch: 15.5, tight: 14, size: 12 }

export const SHEETS: Record<PaperKind, Sheet> = {
  pleading: {
    ...double,
    left: 116,
    right: 560,
    top: 62,
    bottom: 734,
    pitch: 24,
    tight: 12,
    size: 12,
    numberedLines: 28,
  },
  double,
  order: double,
  letter: { ...single, left: 86, right: 526 },
  exhibit: single,
  scan: { ...single, left: 80, right: 532, top: 92, bottom: 700 },
  transcript: {
    ...double,
    left: 132,
    right: 548,
    top: 76,
    bottom: 701,
    pitch: 25,
    tight: 25,
    size: 12,
    fonts: courier,
    numberedLines: 25,
  },
}
