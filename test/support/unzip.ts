import { type Entry, fromBuffer } from 'yauzl'

/** The files of an archive, as another program's reader finds them. */
export async function unzip(archive: Buffer): Promise<Map<string, Buffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, Buffer>>()
  const files = new Map<string, Buffer>()
  fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
    if (error) return reject(error)
    zip.on('end', () => resolve(files))
    zip.on('error', reject)
    zip.on('entry', (entry: Entry) =>
      zip.openReadStream(entry, async (failure, stream) => {
        if (failure) return reject(failure)
        files.set(entry.fileName, Buffer.concat(await stream.toArray()))
        zip.readEntry()
      }),
    )
    zip.readEntry()
  })
  return promise
}
