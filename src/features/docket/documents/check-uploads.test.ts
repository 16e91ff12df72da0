import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import type { Platform } from '../../../platform/platform.ts'
import { createUploadCheck } from './check-uploads.ts'

test('a connection is not cut while its files are checked, however long it takes', async () => {
  const config = { uploadMaxBytes: 1000 }
  let during: number | undefined
  const server = createServer((_, raw) => {
    const inspect = async () => {
      during = raw.socket?.timeout
      return { accepted: false as const, reason: 'No PDF.' }
    }
    const check = createUploadCheck({ config } as Platform, { inspect })
    const file = { name: 'a.pdf', path: 'a.pdf', byteSize: 5, sha256: '' }
    check({} as FastifyRequest, { raw } as unknown as FastifyReply, [file as never]).then(
      ({ refused }) => raw.end(JSON.stringify(refused)),
    )
  })
  server.timeout = 120_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(await answer.json()).toEqual([{ name: 'a.pdf', reason: 'No PDF.' }])
  expect(during).toBe(0)
  server.close()
})
