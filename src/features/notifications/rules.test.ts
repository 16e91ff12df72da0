import { describe, expect, test } from 'vitest'
import { GIVE_UP_AFTER_MS, nextAttemptAt, reachSentence, serverPause, timeLeft } from './rules.ts'

const minute = 60_000

describe('pauses', () => {
  const pauses = (concerns: 'message' | 'server') =>
    Array.from({ length: 8 }, (_, index) => {
      const at = nextAttemptAt({ attempts: index + 1, queuedAt: 0, now: 0, concerns })
      return (at ?? 0) / minute
    })

  test('between attempts for one recipient grow to hours', () => {
    expect(pauses('message')).toEqual([1, 5, 15, 60, 120, 240, 240, 240])
  })

  test('are short at first if the server is in trouble', () => {
    const seconds = pauses('server').map((pause) => pause * 60)
    expect(seconds).toEqual([5, 10, 20, 60, 300, 900, 3600, 7200])
  })

  test('end after two days, with a last attempt at their end', () => {
    const last = { attempts: 20, queuedAt: 0, concerns: 'message' } as const
    expect(nextAttemptAt({ ...last, now: GIVE_UP_AFTER_MS - minute })).toBe(GIVE_UP_AFTER_MS)
    expect(nextAttemptAt({ ...last, now: GIVE_UP_AFTER_MS })).toBeUndefined()
  })

  test('for everyone, while the server cannot be used, grow to 5 minutes', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7, 8, 1000].map((failures) => serverPause(failures) / 1000)
    expect(seconds).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300])
  })
})

test.each([
  [0, ''],
  [1, ', about 89 minutes left'],
  [3, ', about 30 minutes left'],
  [90, ', less than a minute left'],
])('with %i messages tried in a minute and 89 waiting: “%s”', (tried, left) =>
  expect(timeLeft({ waiting: 89, since: 0, tried }, minute)).toBe(left),
)

test('those to whom nothing could be sent are not among those it was sent to', () => {
  const none = { queued: 0, sending: 0, deferred: 0, skipped: 0 }
  expect(reachSentence({ ...none, sent: 1700, bounced: 46, uncertain: 1, failed: 28 })).toBe(
    'Sent to 1,747 recipients: 1,700 accepted, 46 returned, 1 uncertain. 28 failed.',
  )
})
