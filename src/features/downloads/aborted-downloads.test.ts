import { once } from 'node:events'
import { beforeEach, describe, expect, test } from 'vitest'
import { GET, KB, MB, useDocumentServer } from '../../../test/support/document-server.ts'

/* CONTRACT section 4: aborted transfers are never counted. */

const site = useDocumentServer()

/** A visitor leaves while the record is being committed. */
async function leaveWhileCommitting(): Promise<void> {
  const { asked, commit } = site.holdRecord()
  const sent = site.untilSent()
  const closed = site.untilClosed()
  const visitor = site.visit()
  await asked
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
    let sent = 0
    site.onSent = () => {
      sent += 1
    }
    let asked = 0
    site.onRequest = () => {
      asked += 1
    }
    const visitor = site.visit(GET.repeat(20))
    await expect.poll(() => asked).toBe(20)
    visitor.destroy()
    await expect.poll(() => sent).toBe(20)
    expect(site.record).not.toHaveBeenCalled()
    expect(site.onFailure).not.toHaveBeenCalled()
  })
})

describe('a visitor whose kernel has taken the file', () => {
  beforeEach(() => {
    site.size = 100 * KB
  })

  test('and who then resets the connection has aborted: no record', async () => {
    const sent = site.untilSent()
    const visitor = site.visit()
    await sent
    expect(site.events).toContain('recorded')
    await once(visitor, 'readable')
    visitor.resetAndDestroy()
    await expect.poll(() => site.events).toContain('withdrawn')
    expect(site.withdraw).toHaveBeenCalledOnce()
  })

  test('and who resets it after several downloads has aborted the last', async () => {
    const records = ['first', 'second'].map((name) => ({
      withdraw: async () => {
        site.events.push(`${name} withdrawn`)
      },
    }))
    site.record.mockImplementation(async () => records.shift() ?? { withdraw: site.withdraw })
    const visitor = site.visit()
    let received = 0
    visitor.on('data', (bytes) => {
      received += bytes.length
    })
    await expect.poll(() => received).toBeGreaterThan(site.size)
    visitor.pause()
    const sent = site.untilSent()
    visitor.write(GET)
    await sent
    visitor.resetAndDestroy()
    await expect.poll(() => site.events).toContain('second withdrawn')
    expect(site.events.filter((event) => event.endsWith('withdrawn'))).toEqual(['second withdrawn'])
  })

  test('and who closes the connection after reading keeps it', async () => {
    const closed = site.untilClosed()
    const visitor = site.visit()
    let received = 0
    for await (const bytes of visitor) {
      received += bytes.length
      if (received > site.size) break
    }
    visitor.end()
    await closed
    expect(site.withdraw).not.toHaveBeenCalled()
  })

  test('and who asks for more before a reset keeps the first', async () => {
    const closed = site.untilClosed()
    const visitor = site.visit()
    let received = 0
    visitor.on('data', (bytes) => {
      received += bytes.length
    })
    await expect.poll(() => received).toBeGreaterThan(site.size)
    const asked = new Promise<void>((resolve) => {
      site.onRequest = resolve
    })
    const { commit } = site.holdRecord()
    visitor.write(GET)
    await asked
    visitor.resetAndDestroy()
    await closed
    expect(site.withdraw).not.toHaveBeenCalled()
    commit()
  })
})
