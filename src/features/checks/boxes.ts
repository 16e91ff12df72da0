/* Coordinates are points from the top left of the page as displayed. */

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export const boundingBox = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
})

export const expandedBox = ({ left, top, right, bottom }: Box, x: number, y: number): Box => ({
  left: left - x,
  top: top - y,
  right: right + x,
  bottom: bottom + y,
})

/** Four bytes per pixel: red, green, blue, unused. Drawing the next page overwrites it. */
export interface Picture {
  width: number
  height: number
  /** Pixels per point. */
  scale: number
  pixels: Uint8Array
}

export function inPixels({ width, height, scale }: Picture, box: Box): Box {
  return {
    left: Math.max(0, Math.floor(box.left * scale)),
    top: Math.max(0, Math.floor(box.top * scale)),
    right: Math.min(width, Math.ceil(box.right * scale)),
    bottom: Math.min(height, Math.ceil(box.bottom * scale)),
  }
}

/** @param visit is called with where each pixel is in `pixels` */
export function forPixels(picture: Picture, box: Box, visit: (at: number) => void): void {
  const { left, top, right, bottom } = inPixels(picture, box)
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) visit((y * picture.width + x) * 4)
  }
}

/** Out of 255. Anything darker is not the paper of a scan. */
const INK = 200

export function findInk(picture: Picture, box: Box) {
  let [isDark, isLight] = [false, false]
  forPixels(picture, box, (at) => {
    if ((picture.pixels[at + 1] ?? 0) < INK) isDark = true
    else isLight = true
  })
  return { isDark, isLight }
}
