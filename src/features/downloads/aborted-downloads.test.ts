import { once } from 'node:events'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { GET, KB, MB, useDocumentServer } from '../../../test/support/document-server.ts'

/* CONTRACT section 4: aborted transfers are never counted. */

const site = useDocumentServer()

/** A visitor leaves while the record is being committed. */
async function leaveWhileCommitting(): Promise<void> {
  const { requested, commit } = site.holdRecord()
  const sent = site.untilSent()
  const closed = site.untilClosed()
  const visitor = site.visit()
  await requested
  visitor.destroy()
  await closed
  commit()
  await sent
}

describe.each([
  ['from memory', true],
  ['from the storage', false],
])('%s', (_where, isCached) => {
  beforeEach(() => {
    site.isCached = isCached
  })

  test('a visitor who disconnects midway leaves no record', async () => {
    site.size = 12 * MB
    const sent = site.untilSent()
    const visitor = site.visit()
    await once(visitor, 'readable')
    visitor.destroy()
    await sent
    expect(site.record).not.toHaveBeenCalled()
    expect(site.onFailure).not.toHaveBeenCalled()
  })

  test.each([1000, 300 * KB])(
    'if a visitor of %d bytes disconnects during the commit, the record is withdrawn',
    async (byteSize) => {
      site.size = byteSize
      await leaveWhileCommitting()
      expect(site.events).toEqual(['recorded', 'withdrawn'])
    },
  )

  test('a record that cannot be withdrawn is reported', async () => {
    site.withdraw.mockRejectedValue(new Error('gone'))
    await leaveWhileCommitting()
    expect(site.onFailure).toHaveBeenCalledExactlyOnceWith('withdraw', expect.any(Error))
  })

  test('a visitor who leaves requests unanswered has none recorded, and nothing stays open', async () => {
    site.size = 12 * MB
    const [onRequest, onSent] = [vi.fn(), vi.fn()]
    Object.assign(site, { onRequest, onSent })
    const visitor = site.visit(GET.repeat(20))
    await expect.poll(() => onRequest).toHaveBeenCalledTimes(20)
    visitor.destroy()
    await expect.poll(() => onSent).toHaveBeenCalledTimes(20)
    expect(site.record).not.toHaveBeenCalled()
    expect(site.onFailure).not.toHaveBeenCalled()
  })
})

test('a visitor whose kernel has taken the file, and who then resets the connection, keeps the record', async () => {
  const closed = site.untilClosed()
  const sent = site.untilSent()
  const visitor = site.visit()
  await once(visitor, 'readable')
  visitor.resume()
  await sent
  visitor.resetAndDestroy()
  await closed
  expect(site.events).toContain('recorded')
  expect(site.withdraw).not.toHaveBeenCalled()
})
