import { afterEach, expect, it } from 'vitest'
import { adminFrame } from '../../../test/support/admin-frame.ts'
import type { AccessPageProps } from './access-page.tsx'
import { createAccessPageThread } from './access-page-thread.ts'

const { assets: _, ...frame } = adminFrame
const range = { from: '2026-08-01', to: '2026-08-02' }
const figures = { downloads: 7, downloadsWithoutIp: 0, uniqueVisitors: 3 }

const props: AccessPageProps = {
  layout: { ...frame, title: 'Document Access', current: '/admin/document-access' },
  form: { presets: [], typed: range },
  choice: { view: 'day', robots: 'include', documentId: undefined },
  range,
  document: undefined,
  totals: { ...figures, robotDownloads: 0 },
  period: {
    firstDay: '2026-08-01',
    lastDay: '2026-08-02',
    ipsRecordedFrom: null,
    ipsErasedThrough: null,
  },
  now: Date.UTC(2026, 7, 3),
  rows: { view: 'day', days: [{ ...figures, day: '2026-08-01' }] },
  page: undefined,
}

const thread = createAccessPageThread()
afterEach(thread.close)

it('makes the page elsewhere, with the built files of this program', async () => {
  const html = await thread.render(props)
  expect(html).toMatch(/^<!doctype html>/)
  expect(html).toContain('08/01/2026')
  expect(html).toMatch(/href="\/assets\/admin-\w+\.css"/)
})

it('passes on what went wrong, and goes on answering', async () => {
  const without = { ...props, totals: undefined as never }
  await expect(thread.render(without)).rejects.toThrow(/undefined/)
  expect(await thread.render(props)).toContain('</html>')
})

it('refuses what was asked of a thread that has ended, and begins another', async () => {
  const asked = thread.render(props)
  const refused = expect(asked).rejects.toThrow('has ended')
  await thread.close()
  await refused
  expect(await thread.render(props)).toContain('</html>')
})
