import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import { KB, MB, useDocumentServer } from '../../../test/support/document-server.ts'
import { readPieces } from '../../platform/files/folder-storage.ts'

const site = useDocumentServer()

describe.each([
  ['from memory', true],
  ['from the storage', false],
])('%s', (_where, isCached) => {
  beforeEach(() => {
    site.isCached = isCached
  })

  test.each([1, 1000, 64 * KB, 64 * KB + 1, 300 * KB, 5 * MB])(
    'a file of %d bytes arrives as it is, and its download is recorded once',
    async (byteSize) => {
      site.size = byteSize
      const { status, headers, body } = await site.ask()
      expect(status).toBe(200)
      expect(body.equals(site.content.subarray(0, site.size))).toBe(true)
      expect(headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': String(site.size),
        'content-disposition': 'inline; filename="ECF 001.pdf"',
        'x-content-type-options': 'nosniff',
        'x-accel-buffering': 'no',
        etag: `"${'ab'.repeat(32)}"`,
      })
      expect(headers).not.toHaveProperty('transfer-encoding')
      await expect.poll(() => site.events).toEqual(['recorded', 'answered 200'])
      expect(site.withdraw).not.toHaveBeenCalled()
    },
  )

  test('any range arrives as it is; only one that has the last byte is recorded', async () => {
    for (let i = 0; i < 30; i += 1) {
      const start = Math.floor(Math.random() * site.size)
      const end = i % 3 ? start + Math.floor(Math.random() * (site.size - start)) : site.size - 1
      site.record.mockClear()
      const { status, headers, body } = await site.ask({ range: `bytes=${start}-${end}` })
      expect(status).toBe(206)
      expect(headers['content-range']).toBe(`bytes ${start}-${end}/${site.size}`)
      expect(body.equals(site.content.subarray(start, end + 1))).toBe(true)
      expect(site.record).toHaveBeenCalledTimes(end === site.size - 1 ? 1 : 0)
    }
  })

  test.each<[string, Record<string, string>, string, number]>([
    ['HEAD', {}, 'HEAD', 200],
    ['a document not changed', { 'if-none-match': '*' }, 'GET', 304],
    ['a range out of reach', { range: 'bytes=999999999-' }, 'GET', 416],
    ['a part without the last byte', { range: 'bytes=0-299' }, 'GET', 206],
  ])('%s is not a download', async (_what, headers, method, status) => {
    const answer = await site.ask(headers, method)
    expect(answer.status).toBe(status)
    await expect.poll(() => site.events).toEqual([`answered ${status}`])
    expect(site.record).not.toHaveBeenCalled()
    expect(site.onFailure).not.toHaveBeenCalled()
    const { date } = answer.headers
    if (method === 'HEAD') expect(answer.headers).toEqual({ ...(await site.ask()).headers, date })
    if (status === 416) expect(answer.headers['content-range']).toBe(`bytes */${site.size}`)
    if (status < 400) expect(answer.headers.etag).toBeDefined()
    if (status === 304) expect(answer.headers).not.toHaveProperty('content-disposition')
    // The connection continues with the next request.
    expect((await site.ask()).body.length).toBe(site.size)
  })

  test.each([1000, 300 * KB, 5 * MB])(
    'of %d bytes the last is not sent before the record is committed',
    async (byteSize) => {
      site.size = byteSize
      const { requested, commit } = site.holdRecord()
      let received = 0
      const visitor = site.visit().on('data', (bytes) => {
        received += bytes.length
      })
      await requested
      // What was sent arrives, and nothing more.
      const before = byteSize <= 64 * KB ? 0 : byteSize - 64 * KB
      await expect.poll(() => received).toBeGreaterThanOrEqual(before)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(received).toBeLessThan(site.size)
      commit()
      await expect.poll(() => received).toBeGreaterThan(site.size)
      expect(visitor.destroyed).toBe(false)
      expect(site.withdraw).not.toHaveBeenCalled()
    },
  )

  test('a record that fails is reported, and does not affect the file', async () => {
    const failure = new Error('database is locked')
    site.record.mockRejectedValue(failure)
    const { status, body } = await site.ask()
    expect(status).toBe(200)
    expect(body.equals(site.content.subarray(0, site.size))).toBe(true)
    expect(site.onFailure).toHaveBeenCalledExactlyOnceWith('record', failure)
  })

  test('requests sent at once are answered in turn, one file at a time', async () => {
    let open = 0
    let max = 0
    site.open = (start, end) => {
      const source = createReadStream(site.file, { start, end })
      open += 1
      max = Math.max(max, open)
      return source.once('end', () => {
        open -= 1
      })
    }
    const asking = 'GET / HTTP/1.1\r\nHost: x\r\n'
    const visitor = site.visit(
      [...Array(4).fill(asking), `${asking}Connection: close\r\n`, ''].join('\r\n'),
    )
    const received = Buffer.concat(await visitor.toArray())
    const parts = received.toString('latin1').split('HTTP/1.1 200 OK\r\n').slice(1)
    expect(parts.length).toBe(5)
    for (const part of parts) {
      const body = Buffer.from(part.slice(part.indexOf('\r\n\r\n') + 4), 'latin1')
      expect(body.equals(site.content.subarray(0, site.size))).toBe(true)
    }
    expect(site.record).toHaveBeenCalledTimes(5)
    expect(max).toBe(isCached ? 0 : 1)
  })
})

describe('a storage that fails', () => {
  beforeEach(() => {
    site.isCached = false
  })

  test('before the first byte gives an error response, and the connection stays open', async () => {
    for (const open of [createReadStream, (file: string) => readPieces(file, 0, 1)]) {
      site.open = () => open(`${site.file}.missing`)
      expect((await site.ask()).status).toBe(500)
      expect(site.record).not.toHaveBeenCalled()
      expect(site.onFailure).not.toHaveBeenCalled()
      site.open = undefined
      expect((await site.ask()).status).toBe(200)
      site.record.mockClear()
    }
  })

  const pieces = async function* (...counts: number[]) {
    for (const count of counts) yield Buffer.alloc(count * KB)
  }
  const broken = async function* () {
    yield* pieces(64, 64)
    throw new Error('EIO')
  }
  test.each<[string, () => AsyncGenerator<Buffer>]>([
    ['in the middle', broken],
    ['by ending early', () => pieces(64, 64)],
    ['by being longer than the document', () => pieces(64, 64, 64, 64, 64)],
  ])('%s cuts the connection, without a record', async (_how, source) => {
    site.open = () => Readable.from(source(), { objectMode: false })
    await expect(site.ask()).rejects.toThrow(/aborted|hang up|reset/i)
    expect(site.record).not.toHaveBeenCalled()
    expect(site.onFailure).toHaveBeenCalledExactlyOnceWith('read', expect.any(Error))
  })

  test('midway is abandoned if the visitor leaves', async () => {
    const source = new Readable({ read() {} })
    site.open = () => source
    const sent = site.untilSent()
    const visitor = site.visit()
    await expect.poll(() => source.listenerCount('readable')).toBeGreaterThan(0)
    visitor.destroy()
    await sent
    expect(source.destroyed).toBe(true)
    expect(site.onFailure).not.toHaveBeenCalled()
    expect(site.events).not.toContain('answered 500')
  })
})
