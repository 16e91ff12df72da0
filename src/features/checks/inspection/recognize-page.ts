import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'tesseract.js'
import { storable } from '../../../shared/clean-text.ts'
import type { CoveredText } from '../covered-text.ts'
import { inReadingOrder } from '../layout/text-columns.ts'
import { layOut } from '../layout/text-layout.ts'
import { expandedBox, type PageView } from '../page-view.ts'

/** 216 dpi; a higher resolution takes longer and reads no better. */
const OCR_PIXELS_PER_POINT = 3
/** Out of 100. Lines with less confidence are seals, signatures, and specks. */
const MIN_CONFIDENCE = 50

let starting: Promise<Worker> | undefined

/** Uses the language data from npm, so that nothing is downloaded or written. */
function start(): Promise<Worker> {
  starting ??= (async () => {
    const { createWorker, OEM } = await import('tesseract.js')
    const data = fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json'))
    const langPath = join(dirname(data), '4.0.0_best_int')
    return createWorker('eng', OEM.LSTM_ONLY, { langPath, cacheMethod: 'none' })
  })()
  return starting
}

/** Lines with their words, in pixels, of which `scale` are a point. Covered text is not drawn, so it is not recognized. */
async function recognize(page: PageView) {
  // Before the first `await`: the page may be closed after it.
  const picture = page.draw(OCR_PIXELS_PER_POINT)
  const png = page.toPng(picture)
  const worker = await start()
  await worker.setParameters({ user_defined_dpi: String(Math.round(picture.scale * 72)) })
  const { data } = await worker.recognize(png, {}, { text: false, blocks: true })
  const paragraphs = (data.blocks ?? []).flatMap((block) => block.paragraphs)
  return { scale: picture.scale, lines: paragraphs.flatMap(({ lines }) => lines) }
}

/** The page's lines, with a blank line between paragraphs. Only the inspection process calls this. */
export async function recognizeText(page: PageView): Promise<string> {
  const { scale, lines } = await recognize(page)
  const rows = lines
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .map(({ words, baseline, rowAttributes }) =>
      words.map(({ text, bbox }) => ({
        text: `${text} `,
        left: bbox.x0 / scale,
        right: bbox.x1 / scale,
        baseline: -baseline.y0 / scale,
        height: rowAttributes.rowHeight / scale,
      })),
    )
  return storable(layOut(inReadingOrder(rows)).trim())
}

/** Points. A picture of words may be this far from them, and in a wider font. */
const BESIDE = { x: 40, y: 12 }

/** @returns those of the covered words that can be read in the picture that covers them */
export async function findLegible(
  page: PageView,
  covered: readonly CoveredText[],
): Promise<CoveredText[]> {
  const { scale, lines } = await recognize(page)
  const words = lines.flatMap((line) =>
    line.words.map(({ text, bbox: { x0, x1, y0, y1 } }) => ({
      ...{ text: lettersOf(text), x: (x0 + x1) / 2 / scale, y: (y0 + y1) / 2 / scale },
    })),
  )
  return covered.filter(({ text, box }) => {
    const { left, top, right, bottom } = expandedBox(box, BESIDE.x, BESIDE.y)
    const near = words.filter(({ x, y }) => x > left && x < right && y > top && y < bottom)
    const legible = new Set(near.flatMap((one) => one.text))
    return text
      .split(/\s+/)
      .flatMap(lettersOf)
      .every((word) => legible.has(word))
  })
}

/** Letters that recognition confuses count as the same. */
const lettersOf = (text: string) =>
  (
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => word.replace(/[i1|]/g, 'l').replaceAll('0', 'o'))
