import { crc32, deflateSync } from 'node:zlib'
import { randomFrom } from '../random.ts'

const WIDTH = 612
const HEIGHT = 792

/** The grey specks, the darker edge and the streak that an office scanner leaves: a PNG of the page's size. */
export function scanTexture(seed: string): Buffer {
  const random = randomFrom(seed)
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT)
  const streak = random.between(40, WIDTH - 40)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const edge = Math.max(0, 14 - Math.min(x, y, WIDTH - x, HEIGHT - y)) * 2
      const grain = random.next() < 0.18 ? random.between(0, 12) : 0
      const line = x === streak ? 9 : 0
      rows[y * (WIDTH + 1) + 1 + x] = 252 - edge - grain - line
    }
  }
  for (let speck = 0; speck < 240; speck++) {
    const at = random.between(0, HEIGHT - 2) * (WIDTH + 1) + 1 + random.between(0, WIDTH - 2)
    rows[at] = random.between(60, 150)
  }
  return png(rows)
}

/** Eight bits of grey per pixel, no filter (PNG, ISO/IEC 15948). */
function png(rows: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(WIDTH, 0)
  header.writeUInt32BE(HEIGHT, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
