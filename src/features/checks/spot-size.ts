import type { FindingBox } from './finding-rules.ts'

export const PIXELS_PER_POINT = 2
/** In points, on each side of the spot. */
export const AROUND = { x: 150, y: 60 }

/** Reserves the picture's room before it arrives. In pixels; a little too large at a page's right and lower edge. */
export const spotSize = ([x, y, width, height]: FindingBox) => ({
  width: Math.round((Math.min(x, AROUND.x) + width + AROUND.x) * PIXELS_PER_POINT),
  height: Math.round((Math.min(y, AROUND.y) + height + AROUND.y) * PIXELS_PER_POINT),
})
