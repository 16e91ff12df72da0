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
])('a form in %s has at most 10,000 fields', async (type, write) => {
  expect(Object.keys((await read(type, write(4_000))) as object)).toHaveLength(4_000)
  await expect(read(type, write(200_000))).rejects.toThrow('A form can have at most 10,000 fields.')
})
