import { renderToString } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import { shownText } from '../../../test/support/shown-text.ts'
import { AttentionList, type AttentionProps } from './attention-list.tsx'

test('in testing mode, it says what only the test recipient got, and how to leave that mode', () => {
  const waiting: AttentionProps = {
    entries: { drafts: 0, withFindings: 0, unannounced: 1, testedOnly: 2 },
    filings: [],
    failed: [],
    problems: [],
    complaints: 0,
    scans: 0,
    trouble: undefined,
    last: undefined,
    timeZone: 'UTC',
    mailbox: { problem: '', problem_since: null } as AttentionProps['mailbox'],
  }
  const text = shownText(renderToString(<AttentionList {...waiting} />))
  expect(text).toContain('1 entry with no notification yet')
  expect(text).toContain('2 entries sent only as a test and not to subscribers. To notify')
  expect(text).toContain('set NOTIFICATIONS_MODE=live and restart the service.')
})
