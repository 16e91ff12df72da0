import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readBody } from './form.ts'

const URL_ENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'

const urlEncoded = (count: number) =>
  Array.from({ length: count }, (_, index) => `f${index}=1`).join('&')
const multipart = (count: number) => {
  const parts = Array.from(
    { length: count },
    (_, index) => `--b\r\nContent-Disposition: form-data; name="f${index}"\r\n\r\n1\r\n`,
  )
  return `${parts.join('')}--b--\r\n`
}

async function read(type: string, text: string): Promise<unknown> {
  const request = { headers: { 'content-type': type }, body: Buffer.from(text) }
  await readBody(request as unknown as FastifyRequest)
  return request.body
}

test.each([
  [URL_ENCODED, urlEncoded],
  [MULTIPART, multipart],
  ['Multipart/Form-Data; boundary=b', multipart],
])('a form in %s has at most 10,000 fields', async (type, write) => {
  expect(Object.keys((await read(type, write(4_000))) as object)).toHaveLength(4_000)
  await expect(read(type, write(200_000))).rejects.toThrow('A form can have at most 10,000 fields.')
})

test('one name repeated becomes a list, in time in proportion to its length', async () => {
  expect(await read(URL_ENCODED, 'a=1&b=2&a=3&a=4')).toEqual({ a: ['1', '3', '4'], b: '2' })
  async function timeOf(count: number) {
    const before = process.threadCpuUsage()
    await read(URL_ENCODED, 'a=1&'.repeat(count))
    return process.threadCpuUsage(before).user / 1000
  }
  // Measured again if it seems not to be, because a garbage collection may fall into one measurement.
  const growth = async () => {
    const [few, many] = [await timeOf(2_400), await timeOf(9_600)]
    // Below this, in milliseconds, garbage collection decides.
    return many < 60 ? 4 : many / few
  }
  await expect.poll(growth).toBeLessThan(9)
})
