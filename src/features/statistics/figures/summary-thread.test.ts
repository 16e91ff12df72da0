import { pino } from 'pino'
import { expect, it } from 'vitest'
import { freePort } from '../../../../test/support/free-port.ts'
import { isDatabaseUnavailable } from '../../../platform/database/dialect.ts'
import { createSummaryThread } from './summary-thread.ts'

it('tells apart a database that does not answer, so that the page says 503 and not 500', async () => {
  const thread = createSummaryThread({
    config: {
      databaseUrl: `postgres://docket@127.0.0.1:${await freePort()}/docket`,
      timeZone: 'America/New_York',
      visitorIpRetentionDays: 0,
    },
    log: pino({ level: 'silent' }),
  })
  try {
    const error = await thread.bringUpToDate({ withinMs: 30_000 }).catch((reason) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(isDatabaseUnavailable(error)).toBe(true)
  } finally {
    await thread.close()
  }
})
