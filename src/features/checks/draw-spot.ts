import { type Box, expandedBox, forPixels, inPixels, type Picture } from './boxes.ts'
import { type FindingBox, PIXELS_PER_POINT, SPOT_MARGIN, spotSize } from './finding-rules.ts'
import { groupLines, type PageView } from './page-view.ts'
import { identifiersIn, placeIdentifiers } from './place-identifiers.ts'

const BLACK = [0, 0, 0]
const RED = [200, 0, 0]

/** A PNG of the spot and its surroundings, or of the whole page if there is no spot. */
export function drawSpot(page: PageView, spot: FindingBox | null): Buffer {
  const picture = page.draw(spot ? PIXELS_PER_POINT : 1)
  for (const box of identifyingBoxes(page)) fill(picture, expandedBox(box, 0.5, 1.5), BLACK)
  if (!spot) return page.toPng(picture)
  const [left, top, width, height] = spot
  const box = { left, top, right: left + width, bottom: top + height }
  outline(picture, expandedBox(box, 3, 3))
  return page.toPng(cut(picture, expandedBox(box, SPOT_MARGIN.x, SPOT_MARGIN.y), spotSize(spot)))
}

function identifyingBoxes({ characters, notes }: PageView): Box[] {
  const onPage = placeIdentifiers(characters).flatMap(({ places, masked }) =>
    places.flatMap(({ box }, index) => (box && masked[index] === 'x' ? [box] : [])),
  )
  const lines = groupLines(characters)
  const inNotes = notes.filter((note) => identifiersIn(note, lines).length > 0)
  return [...onPage, ...inNotes.map(({ box }) => box)]
}

const fill = (picture: Picture, box: Box, color: readonly number[]) =>
  forPixels(picture, box, (at) => picture.pixels.set(color, at))

function outline(picture: Picture, box: Box): void {
  fill(picture, { ...box, bottom: box.top + 1 }, RED)
  fill(picture, { ...box, top: box.bottom - 1 }, RED)
  fill(picture, { ...box, right: box.left + 1 }, RED)
  fill(picture, { ...box, left: box.right - 1 }, RED)
}

/** White beyond the page, so that the picture fills the space reserved for it. */
function cut(picture: Picture, box: Box, size: { width: number; height: number }): Picture {
  const { left, top, right, bottom } = inPixels(picture, box)
  // A file may put its words anywhere.
  const bounded = (length: number, page: number) => Math.max(1, Math.min(length, 2 * page))
  const [width, height] = [bounded(size.width, picture.width), bounded(size.height, picture.height)]
  const pixels = new Uint8Array(width * height * 4).fill(255)
  const columns = Math.min(width, right - left)
  for (let y = 0; y < Math.min(height, bottom - top); y++) {
    const from = ((top + y) * picture.width + left) * 4
    pixels.set(picture.pixels.subarray(from, from + columns * 4), y * width * 4)
  }
  return { ...picture, width, height, pixels }
}
