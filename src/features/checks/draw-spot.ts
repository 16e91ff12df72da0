import { AROUND, type FindingBox, PIXELS_PER_POINT } from './finding-rules.ts'
import { type Box, grownBox, inPixels, type PageView, type Picture } from './page-view.ts'
import { identifiersIn, placeIdentifiers } from './read-page.ts'

const BLACK = [0, 0, 0] as const
const RED = [200, 0, 0] as const

/** A PNG of the spot and its surroundings, or of the whole page if there is no spot. */
export function drawSpot(page: PageView, spot: FindingBox | null): Buffer {
  const picture = page.draw(spot ? PIXELS_PER_POINT : 1)
  for (const box of identifyingBoxes(page)) fill(picture, grownBox(box, 0.5, 1.5), BLACK)
  if (!spot) return page.toPng(picture)
  const [left, top, width, height] = spot
  const box = { left, top, right: left + width, bottom: top + height }
  outline(picture, grownBox(box, 3, 3))
  return page.toPng(cut(picture, grownBox(box, AROUND.x, AROUND.y)))
}

/** The characters of identifiers to paint over: all but the last four. */
function identifyingBoxes({ characters, notes }: PageView): Box[] {
  const onPage = placeIdentifiers(characters).flatMap(({ places, masked }) =>
    places.flatMap(({ box }, index) => (box && masked[index] === 'x' ? [box] : [])),
  )
  return [
    ...onPage,
    ...notes.filter((note) => identifiersIn(note).length > 0).map(({ box }) => box),
  ]
}

type Color = readonly [red: number, green: number, blue: number]

function fill(picture: Picture, box: Box, color: Color): void {
  const { left, top, right, bottom } = inPixels(picture, box)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) picture.pixels.set(color, (y * picture.width + x) * 4)
  }
}

function outline(picture: Picture, box: Box): void {
  fill(picture, { ...box, bottom: box.top + 1 }, RED)
  fill(picture, { ...box, top: box.bottom - 1 }, RED)
  fill(picture, { ...box, right: box.left + 1 }, RED)
  fill(picture, { ...box, left: box.right - 1 }, RED)
}

function cut(picture: Picture, box: Box): Picture {
  const { left, top, right, bottom } = inPixels(picture, box)
  const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)]
  const pixels = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++) {
    const from = ((top + y) * picture.width + left) * 4
    pixels.set(picture.pixels.subarray(from, from + width * 4), y * width * 4)
  }
  return { ...picture, width, height, pixels }
}
