import { expect, test } from 'vitest'
import { characterAt } from '../../../test/support/drawn-page.ts'
import type { Picture } from './boxes.ts'
import { drawSpot } from './draw-spot.ts'
import { type FindingBox, spotSize } from './finding-rules.ts'
import type { PageView } from './page-view.ts'

/** What is drawn of a spot on a white page with each character ten points wide. */
function drawnSpot(text: string, box: FindingBox | null): Picture {
  const drawn: Picture[] = []
  const page: PageView = {
    width: 600,
    height: 800,
    notes: [],
    embedded: [],
    characters: [...text].map((character, index) => {
      const left = 100 + 10 * index
      return characterAt(character, { left, top: 300, right: left + 10, bottom: 312 })
    }),
    draw: (scale) => {
      const [width, height] = [600 * scale, 800 * scale]
      return { width, height, scale, pixels: new Uint8Array(width * height * 4).fill(255) }
    },
    toPng: (picture) => {
      drawn.push(picture)
      return Buffer.from('png')
    },
  }
  drawSpot(page, box)
  expect(drawn).toHaveLength(1)
  return drawn[0] as Picture
}

function colorAt({ pixels, width, scale }: Picture, x: number, y: number): number[] {
  const at = (y * scale * width + x * scale) * 4
  return [...pixels.subarray(at, at + 3)]
}

const BLACK = [0, 0, 0]
const WHITE = [255, 255, 255]

test('all but the last four digits of an identifier are painted over', () => {
  const picture = drawnSpot('123-45-6789', null)
  const painted = Array.from('xxx-xx-6789', (sign) => (sign === 'x' ? BLACK : WHITE))
  expect(painted.map((_, index) => colorAt(picture, 105 + 10 * index, 306))).toEqual(painted)
})

test('the spot is outlined, with what is around it', () => {
  const picture = drawnSpot('nothing', [300, 400, 50, 10])
  expect(picture).toMatchObject({ width: 2 * 350, height: 2 * 130 })
  expect(colorAt(picture, 175, 57)).toEqual([200, 0, 0])
  expect(colorAt(picture, 175, 65)).toEqual(WHITE)
})

test.each<FindingBox>([
  [200, 300, 50, 12],
  [20, 30, 50, 12],
  [560, 780, 40, 12],
])('the space reserved for the picture of a spot at %d, %d is its size', (...box) => {
  expect(drawnSpot('words', box)).toMatchObject(spotSize(box))
})
