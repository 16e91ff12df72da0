import type { Box } from './boxes.ts'
import type { Character } from './page-view.ts'

/* Of "REDACTED" on a black box over a name, drawing the page without both would not show which of the two can be seen. */

/** Points: characters are compared with those in the same square. */
const SQUARE = 24
const MAX_LAYERS = 3
/** A page with more characters in one square, or characters that cover more squares, is hostile. */
const MAX_IN_SQUARE = 60
const MAX_SQUARES = 400
/** Share of the smaller of two letters. A smaller overlap is kerning. */
const MIN_SHARED = 0.1

/** @returns runs that do not overlap one another, and the others to leave out when checking whether these can be seen */
export function overlappingText(characters: readonly Character[]) {
  const squares = new Map<string, Character[]>()
  const beside = new Map<number, Set<number>>()
  for (const one of characters) {
    if (!one.box || one.isInvisible || one.run === 0 || one.text.trim() === '') continue
    for (const name of squaresOf(one.box)) {
      const square = squares.get(name) ?? []
      squares.set(name, square)
      if (square.length >= MAX_IN_SQUARE) continue
      for (const other of square) {
        if (other.run !== one.run && overlap(one, other)) link(beside, one.run, other.run)
      }
      square.push(one)
    }
  }
  const layers = layersOf(beside)
  return layers.map((layer) => ({
    runs: layer,
    others: new Set(layers.flatMap((other) => (other === layer ? [] : [...other]))),
  }))
}

function* squaresOf({ left, top, right, bottom }: Box): Generator<string> {
  const [fromX, toX] = [Math.floor(left / SQUARE), Math.floor(right / SQUARE)]
  const [fromY, toY] = [Math.floor(top / SQUARE), Math.floor(bottom / SQUARE)]
  if ((toX - fromX + 1) * (toY - fromY + 1) > MAX_SQUARES) return
  for (let x = fromX; x <= toX; x++) for (let y = fromY; y <= toY; y++) yield `${x} ${y}`
}

/** A letter painted twice, for bold or a shadow, does not overlap itself. */
function overlap(a: Character, b: Character): boolean {
  if (!a.box || !b.box) return false
  const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left)
  const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top)
  if (width <= 0 || height <= 0) return false
  const smaller = Math.min(areaOf(a.box), areaOf(b.box))
  const isTwice = a.text === b.text && width * height > areaOf(a.box) / 2
  return !isTwice && width * height > MIN_SHARED * smaller
}

const areaOf = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top)

function link(beside: Map<number, Set<number>>, a: number, b: number): void {
  beside.set(a, (beside.get(a) ?? new Set()).add(b))
  beside.set(b, (beside.get(b) ?? new Set()).add(a))
}

function layersOf(beside: ReadonlyMap<number, ReadonlySet<number>>): Set<number>[] {
  const layers: Set<number>[] = []
  for (const [run, others] of beside) {
    const isFree = (layer: ReadonlySet<number>) => ![...others].some((other) => layer.has(other))
    let layer = layers.find(isFree)
    if (!layer && layers.length < MAX_LAYERS) {
      layer = new Set()
      layers.push(layer)
    }
    layer?.add(run)
  }
  return layers
}
