import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { eachDatabase } from '../../../test/support/each-database.ts'
import { type Access, addAccesses, addDocuments } from '../../../test/support/expected-figures.ts'
import { createIpEraser, firstKeptDay } from './erase-ips.ts'
import { type AccessFigures, readFigures } from './figures/statistics.ts'

const timeZone = 'America/New_York'
const DAY_MS = 86_400_000
const NOW = Date.parse('2026-08-07T16:00Z')
/** The end of 08/02/2026 in New York: five days before now, and the rest of that day. */
const KEPT_FROM = Date.parse('2026-08-02T04:00Z')

/** Three visitors, one sometimes a robot, over ten days, 250 a day, the first day without IPs; many at the same moment. */
const accesses: Access[] = Array.from({ length: 2500 }, (_, index) => ({
  document_id: 1 + (index % 2),
  accessed_at: Date.parse('2026-07-29T12:00Z') + Math.floor(index / 250) * DAY_MS,
  client_ip: index < 250 || index % 11 === 0 ? null : `192.0.2.${1 + ((index * 7) % 13)}`,
  is_robot: index % 13 === 0 ? 1 : 0,
}))

test('a day’s IPs are kept until its last moment is old enough', () => {
  const night = Date.parse('2026-07-31T04:00Z')
  expect(firstKeptDay(night, 1, timeZone)).toBe('2026-07-30')
  expect(firstKeptDay(night - 1, 1, timeZone)).toBe('2026-07-29')
})

eachDatabase('erasing IPs', (database) => {
  const read = <T>(work: (figures: AccessFigures) => Promise<T>) =>
    readFigures(database.db, timeZone, work)
  beforeAll(() => addDocuments(database.db, 2))
  beforeEach(async () => {
    await database.db.deleteFrom('document_accesses').execute()
    await addAccesses(database.db, accesses)
  })

  const listRecords = () =>
    database.db
      .selectFrom('document_accesses')
      .select(['document_id', 'accessed_at', 'client_ip', 'is_robot'])
      .orderBy('id')
      .execute()

  const isOldIp = (one: Access) => one.accessed_at < KEPT_FROM && one.client_ip !== null
  const countOldIps = async () => (await listRecords()).filter(isOldIp).length

  function createEraser(visitorIpRetentionDays: number) {
    const config = { timeZone, visitorIpRetentionDays }
    const platform = { db: database.db, clock: () => NOW, config, log: console }
    return createIpEraser(platform as never, { read })
  }

  test('takes old addresses, and nothing else, from the records', async () => {
    expect(await countOldIps()).toBeGreaterThan(600)
    const eraser = createEraser(5)
    eraser.start()
    await vi.waitFor(async () => expect(await countOldIps()).toBe(0), 20_000)
    await eraser.stop()
    const left = accesses.map((one) => (isOldIp(one) ? { ...one, client_ip: null } : one))
    expect(await listRecords()).toEqual(left)
    const { ipsRecordedFrom } = await read(async ({ period }) => period)
    expect(ipsRecordedFrom).toBe('2026-08-02')
  })

  test('takes none without a retention period', async () => {
    const eraser = createEraser(0)
    eraser.start()
    await eraser.stop()
    expect(await listRecords()).toEqual(accesses)
  })
})
