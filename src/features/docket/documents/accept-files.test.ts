import { EventEmitter } from 'node:events'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import type { Platform } from '../../../platform/platform.ts'
import { acceptFiles, createUploadCheck } from './accept-files.ts'

function upload(leaves: 'never' | 'before its check' | 'as its check ends') {
  const timeouts: number[] = []
  const setTimeout = (timeout: number) => timeouts.push(timeout)
  const raw = Object.assign(new EventEmitter(), { destroyed: false, setTimeout })
  const leaveIf = (isNow: boolean) => {
    raw.destroyed ||= isNow
    if (isNow) raw.emit('close')
  }
  const inspect = async () => {
    leaveIf(leaves === 'as its check ends')
    return { accepted: false as const, reason: 'No PDF.' }
  }
  const check = createUploadCheck({ config: { uploadMaxBytes: 1000 } } as Platform, { inspect })
  leaveIf(leaves === 'before its check')
  const file = { name: 'a.pdf', path: 'a.pdf', byteSize: 5, sha256: '' }
  return { timeouts, checked: check({ raw } as unknown as FastifyReply, [file as never]) }
}

test('a connection is not cut while its files are checked, however long it takes', async () => {
  const { timeouts, checked } = upload('never')
  expect((await checked).refused).toEqual([{ name: 'a.pdf', reason: 'No PDF.' }])
  expect(timeouts).toEqual([0])
})

test.each(['before its check', 'as its check ends'] as const)(
  'an upload that is canceled %s is refused',
  async (leaves) => {
    await expect(upload(leaves).checked).rejects.toThrow('The upload was canceled.')
  },
)

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
