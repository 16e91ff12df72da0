import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createRandom } from '../../demo/random.ts'
import { combined, downloadOf } from '../../test/support/access-log.ts'

/** The documents of docket-case.ts. */
const DOCUMENTS = 3000
const AGENTS = Array.from(
  { length: 300 },
  (_, index) =>
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${80 + (index % 60)}.0.${index}.0 Safari/537.36`,
)
const FIRST_DAY = Date.UTC(2025, 0, 1)

/**
 * A log in the combined format: some documents requested more than others, tens of thousands of clients, up to half a
 * minute between lines.
 *
 * @param share the share of lines that are downloads, 0 to 1
 * @returns its path
 */
export async function writeLog(path: string, lines: number, share: number): Promise<string> {
  const random = createRandom(20250101)
  const file = createWriteStream(path)
  let at = FIRST_DAY
  for (let written = 0; written < lines; written += 10_000) {
    let text = ''
    for (let line = 0; line < 10_000; line += 1) {
      at += random.between(0, 30) * 1000
      const id = 1 + Math.floor(DOCUMENTS * random.next() * random.next())
      const other = random.pick([
        `/entries/${id}`,
        '/',
        '/assets/site-3F9A.css',
        `/documents/${id}`,
      ])
      text += `${combined({
        at,
        client: `203.0.${random.between(0, 199)}.${random.between(0, 255)}`,
        target: random.next() < share ? downloadOf(id) : other,
        size: random.between(1000, 900_000),
        userAgent: random.pick(AGENTS),
      })}\n`
    }
    if (!file.write(text)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
  return path
}
