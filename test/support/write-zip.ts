import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export async function writeZip(
  files: Readonly<Record<string, Buffer | string>>,
  options: { compress?: boolean } = {},
): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(content), name, options)
  }
  zip.end()
  return Buffer.concat(await (zip.outputStream as Readable).toArray())
}
