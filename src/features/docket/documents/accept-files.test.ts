import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import type { Platform } from '../../../platform/platform.ts'
import { acceptFiles, createUploadCheck } from './accept-files.ts'

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
    check({ raw } as unknown as FastifyReply, [file as never]).then(({ refused }) =>
      raw.end(JSON.stringify(refused)),
    )
  })
  server.timeout = 120_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect(await answer.json()).toEqual([{ name: 'a.pdf', reason: 'No PDF.' }])
  expect(during).toBe(0)
  server.close()
})

test('many files are read two at a time, in order', async () => {
  let reading = 0
  const inspect = async (_: string, reason: string) => {
    expect(++reading).toBeLessThan(3)
    await new Promise(setImmediate)
    reading -= 1
    return { accepted: false as const, reason }
  }
  const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf', 'e.pdf']
  const files = names.map((name) => ({ name, path: name, byteSize: 5, sha256: '' }))
  const rules = { inspector: { inspect }, uploadMaxBytes: 1000 }
  const { refused } = await acceptFiles(files as never[], rules)
  expect(refused.map(({ reason }) => reason)).toEqual(names)
})

test.each([
  ['before its check', (leave: () => void) => leave(), () => {}],
  ['as its check ends', () => {}, (leave: () => void) => leave()],
])('an upload that is canceled %s is refused', async (_, before, during) => {
  const raw = Object.assign(new EventEmitter(), { destroyed: false, setTimeout() {} })
  const leave = () => {
    raw.destroyed = true
    raw.emit('close')
  }
  const inspect = async () => {
    during(leave)
    return { accepted: false as const, reason: 'No PDF.' }
  }
  const check = createUploadCheck({ config: { uploadMaxBytes: 1000 } } as Platform, { inspect })
  before(leave)
  const file = { name: 'a.pdf', path: 'a.pdf', byteSize: 5, sha256: '' }
  const checked = check({ raw } as unknown as FastifyReply, [file as never])
  await expect(checked).rejects.toThrow('The upload was canceled.')
})
