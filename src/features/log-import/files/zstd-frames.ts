const FRAME = 0xfd2fb528
const SKIPPABLE = 0x184d2a50
const RLE_BLOCK = 1

/**
 * Follows the frames of a zstd file (RFC 8878, 3.1), because Node's decoder takes one frame, and an end in the middle of it for its end.
 * It reads headers only; whether the content is right, the decoder tells.
 */
export function followZstdFrames() {
  const steps = frames()
  /** Asked for next: how many bytes of a header, or how many to pass over. */
  let wanted = steps.next().value as Step
  let header = Buffer.alloc(0)

  return {
    /** @returns how many bytes of the piece it followed: all, or those up to the end of a frame */
    follow(piece: Buffer): number {
      let at = 0
      while (at < piece.length && (at === 0 || !isBetweenFrames())) {
        const taken = Math.min(wanted.bytes - header.length, piece.length - at)
        const part = piece.subarray(at, at + taken)
        if (wanted.isHeader) header = Buffer.concat([header, part])
        else wanted = { ...wanted, bytes: wanted.bytes - taken }
        at += taken
        if (header.length === wanted.bytes) advance()
      }
      return at
    },
    isBetweenFrames,
  }

  function isBetweenFrames(): boolean {
    return wanted.isBetweenFrames && header.length === 0
  }

  function advance(): void {
    do {
      wanted = steps.next(header).value as Step
      header = Buffer.alloc(0)
    } while (wanted.bytes === 0)
  }
}

interface Step {
  bytes: number
  isHeader: boolean
  isBetweenFrames: boolean
}

const read = (bytes: number, isBetweenFrames = false) => ({
  bytes,
  isHeader: true,
  isBetweenFrames,
})
const passOver = (bytes: number) => ({ bytes, isHeader: false, isBetweenFrames: false })

function* frames(): Generator<Step, never, Buffer> {
  for (;;) {
    const magic = (yield read(4, true)).readUInt32LE()
    if (magic === FRAME) yield* frame()
    else if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE)
      yield passOver((yield read(4)).readUInt32LE())
    else yield passOver(Number.MAX_SAFE_INTEGER)
  }
}

function* frame(): Generator<Step, void, Buffer> {
  const descriptor = (yield read(1))[0] ?? 0
  const isSingle = (descriptor >> 5) & 1
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0
  const contentSize = [isSingle, 2, 4, 8][descriptor >> 6] ?? 0
  yield passOver(1 - isSingle + dictionary + contentSize)
  let isLast = false
  while (!isLast) {
    const block = (yield read(3)).readUIntLE(0, 3)
    isLast = (block & 1) === 1
    yield passOver(((block >> 1) & 3) === RLE_BLOCK ? 1 : block >> 3)
  }
  if ((descriptor >> 2) & 1) yield passOver(4)
}
