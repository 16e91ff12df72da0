import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'tesseract.js'
import { storable } from '../../../shared/clean-text.ts'
import { expandedBox, type Picture } from '../boxes.ts'
import type { CoveredText } from '../covered-text.ts'
import { layOutRows } from '../layout/text-layout.ts'
import type { PageView } from '../page-view.ts'
import { MAX_PAGE_CHARACTERS } from './messages.ts'

/** 216 dpi; a higher resolution takes longer and reads no better. */
const OCR_PIXELS_PER_POINT = 3
/** Out of 100. Lines with less confidence are seals, signatures, and specks. */
const MIN_CONFIDENCE = 50

let starting: Promise<Worker> | undefined

/** Uses the language data from npm, so that nothing is downloaded or written. */
async function start(): Promise<Worker> {
  const { createWorker, OEM } = await import('tesseract.js')
  const data = fileURLToPath(import.meta.resolve('@tesseract.js-data/eng/package.json'))
  const langPath = join(dirname(data), '4.0.0_best_int')
  return createWorker('eng', OEM.LSTM_ONLY, { langPath, cacheMethod: 'none' })
}

/** Lines with their words, in the picture's pixels. */
async function recognize(page: PageView, picture: Picture) {
  starting ??= start()
  const worker = await starting
  await worker.setParameters({ user_defined_dpi: String(Math.round(picture.scale * 72)) })
  const { data } = await worker.recognize(page.toPng(picture), {}, { text: false, blocks: true })
  return (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines))
}

type Line = Awaited<ReturnType<typeof recognize>>[number]

/** None if it takes too long: a photograph may take minutes. */
async function recognizeWithin(milliseconds: number, page: PageView, picture: Picture) {
  const late = sleep(milliseconds, undefined, { ref: false })
  const lines = await Promise.race([recognize(page, picture), late])
  if (lines) return lines
  void starting?.then((worker) => worker.terminate())
  starting = undefined
  return []
}

/** Out of 100: the least mean confidence in words that are upright. */
const UPRIGHT = 70
/** Microseconds of processor time. A page that takes more is not turned again. */
const MAX_TIME = 40_000_000

/** As recognized, or turned to where most can be read: pages are also scanned sideways or upside down. */
async function recognizeTurned(page: PageView, picture: Picture): Promise<Line[]> {
  const began = process.cpuUsage()
  const mayTurn = (lines: readonly Line[]) =>
    lines.length > 0 && legibilityOf(lines, UPRIGHT) < 0 && process.cpuUsage(began).user < MAX_TIME
  let [best, turned] = [await recognize(page, picture), picture]
  for (let turns = 1; turns < 4 && mayTurn(best); turns++) {
    turned = quarterTurn(turned)
    const lines = await recognize(page, turned)
    if (legibilityOf(lines, MIN_CONFIDENCE) > legibilityOf(best, MIN_CONFIDENCE)) best = lines
  }
  return best
}

const legibilityOf = (lines: readonly Line[], least: number) =>
  lines.flatMap(({ words }) => words).reduce((sum, one) => sum + one.confidence - least, 0)

function quarterTurn({ width, height, scale, pixels }: Picture): Picture {
  const from = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height)
  const to = new Uint32Array(width * height)
  for (const [at, pixel] of from.entries()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    to[(width - 1 - x) * height + y] = pixel
  }
  return { width: height, height: width, scale, pixels: new Uint8Array(to.buffer) }
}

export async function recognizeText(page: PageView): Promise<string> {
  // Covered text does not show in the drawing. Draw before the first `await`: the page may be closed after it.
  const picture = page.draw(OCR_PIXELS_PER_POINT)
  const rows = (await recognizeTurned(page, picture))
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .map(({ words, baseline, rowAttributes }) =>
      words.map(({ text, bbox }) => ({
        text: `${text} `,
        left: bbox.x0 / picture.scale,
        right: bbox.x1 / picture.scale,
        baseline: -baseline.y0 / picture.scale,
        height: rowAttributes.rowHeight / picture.scale,
      })),
    )
  return storable(layOutRows(rows)).slice(0, MAX_PAGE_CHARACTERS)
}

/** Points. A picture of words may be this far from them, and in a wider font. */
const BESIDE = { x: 40, y: 12 }

/** @returns those of the covered words that can be read in the picture that covers them; none if that takes too long */
export async function findLegible(
  page: PageView,
  covered: readonly CoveredText[],
  milliseconds: number,
): Promise<CoveredText[]> {
  const picture = page.draw(OCR_PIXELS_PER_POINT)
  const { scale } = picture
  const lines = await recognizeWithin(milliseconds, page, picture).catch(() => [])
  const words = lines.flatMap((line) => line.words)
  return covered.filter(({ text, box }) => {
    const { left, top, right, bottom } = expandedBox(box, BESIDE.x, BESIDE.y)
    const near = words.filter(({ bbox: { x0, x1, y0, y1 } }) => {
      const [x, y] = [(x0 + x1) / 2 / scale, (y0 + y1) / 2 / scale]
      return x > left && x < right && y > top && y < bottom
    })
    const legible = new Set(near.flatMap((one) => lettersOf(one.text)))
    return lettersOf(text).every((word) => legible.has(word))
  })
}

/** Words in letters and digits; those that recognition confuses count as the same. */
function lettersOf(text: string): string[] {
  const plain = text.normalize('NFKD').toLowerCase()
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map((word) => word.replace(/[i1]/g, 'l').replaceAll('0', 'o'))
}
