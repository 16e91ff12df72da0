/*
 * SHA-256 (FIPS 180-4), fed piece by piece. The browser's own crypto.subtle takes a file only whole, in memory, says
 * nothing of how far it is, and is missing where a site is served without https (docs/decisions/022).
 * Its results are compared with Node's in sha256.test.ts.
 */

/** The first 32 bits of the fractional parts of roots of the first primes: square roots and cube roots. */
const INITIAL = fractions(8, 1 / 2)
const ROUND = fractions(64, 1 / 3)

function fractions(count: number, power: number): Uint32Array {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (!isPrime(candidate)) continue
    const root = candidate ** power
    found.push(Math.floor((root - Math.floor(root)) * 2 ** 32))
  }
  return Uint32Array.from(found)
}

function isPrime(candidate: number): boolean {
  for (let factor = 2; factor * factor <= candidate; factor += 1) {
    if (candidate % factor === 0) return false
  }
  return true
}

const BLOCK = 64

export interface Sha256 {
  update(bytes: Uint8Array): void
  /** In hex, small letters. Nothing can be added afterwards. */
  digest(): string
}

export function createSha256(): Sha256 {
  const state = INITIAL.slice()
  const words = new Uint32Array(BLOCK)
  const rest = new Uint8Array(BLOCK)
  let restLength = 0
  let length = 0

  function update(bytes: Uint8Array): void {
    length += bytes.length
    let from = 0
    if (restLength > 0) {
      from = Math.min(BLOCK - restLength, bytes.length)
      rest.set(bytes.subarray(0, from), restLength)
      restLength += from
      if (restLength < BLOCK) return
      compress(state, words, rest, 0)
    }
    for (; from + BLOCK <= bytes.length; from += BLOCK) compress(state, words, bytes, from)
    rest.set(bytes.subarray(from))
    restLength = bytes.length - from
  }

  function digest(): string {
    const bits = length * 8
    // A one, zeros up to the last eight bytes of a block, and the length in bits.
    const padding = new Uint8Array((restLength < 56 ? 56 : 120) - restLength + 8)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32))
    view.setUint32(padding.length - 4, bits % 2 ** 32)
    update(padding)
    return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
  }

  return { update, digest }
}

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by))

/** Section 6.2.2, with the names of the standard. */
function compress(state: Uint32Array, w: Uint32Array, bytes: Uint8Array, from: number): void {
  for (let t = 0; t < 16; t += 1) {
    const at = from + t * 4
    w[t] =
      (get(bytes, at) << 24) |
      (get(bytes, at + 1) << 16) |
      (get(bytes, at + 2) << 8) |
      get(bytes, at + 3)
  }
  for (let t = 16; t < 64; t += 1) {
    const w15 = get(w, t - 15)
    const w2 = get(w, t - 2)
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
    w[t] = get(w, t - 16) + s0 + get(w, t - 7) + s1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + get(ROUND, t) + get(w, t)) | 0
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) {
    state[index] = get(state, index) + word
  }
}

const get = (array: Uint8Array | Uint32Array, index: number): number => array[index] ?? 0
