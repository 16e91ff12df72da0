import { expect, test } from 'vitest'
import { partsOf, pdf, uploadForm } from '../support/upload-form.tsx'

const { opened, choose, row, listed } = uploadForm()

test('files are collected from several choices, titled and numbered in order', async () => {
  await choose(pdf('045_Motion.pdf'), pdf('Exhibit A.pdf'))
  await choose(pdf('Exhibit B.pdf'))
  expect(await listed()).toEqual(['0 045 Motion', '1 Exhibit A', '2 Exhibit B'])
})

test('the number of the entry, typed before or after, tells which numbers in the names are its own', async () => {
  await choose(pdf('045-2_Exhibit_B.pdf'), pdf('045.pdf'))
  expect(await listed()).toEqual(['1 045-2 Exhibit B', '0 045'])
  await opened.page.fill('#field-number', '45')
  await opened.page.fill('#field-title', 'Motion to dismiss')
  expect(await listed()).toEqual(['2 Exhibit B', '0 Motion to dismiss'])
})

test('order changes by button and by dragging; a typed number stays with its file', async () => {
  await choose(pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
  await row(2).getByRole('button', { name: 'Up' }).click()
  expect(await listed()).toEqual(['0 a', '1 c', '2 b'])
  await row(0).locator('[data-upload-number]').fill('7')
  await row(0).locator('[data-upload-title]').fill('Exhibit A')
  expect(await listed()).toEqual(['7 Exhibit A', '0 c', '8 b'])
  await row(2).locator('.upload-handle').dragTo(row(0))
  expect(await listed()).toEqual(['0 b', '7 Exhibit A', '8 c'])
  await row(0).getByRole('button', { name: 'Remove' }).click()
  expect(await listed()).toEqual(['7 Exhibit A', '0 c'])
})

test('dropped files are added; a file that is too large is told at once', async () => {
  const dataTransfer = await opened.page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([new Uint8Array(2000)], 'dropped.pdf'))
    return transfer
  })
  await opened.page.dispatchEvent('[data-upload-drop]', 'drop', { dataTransfer })
  expect(await listed()).toEqual(['0 dropped'])
  expect(await row(0).textContent()).toContain('Larger than 1 KB.')
})

const finding = {
  kind: 'identifier',
  sentence: 'Personal identifier on page 3: xxx-xx-1234',
  is_disclosure: true,
}
const answer = {
  ...{ number: '53', filed_on: '2026-07-02', title: 'MOTION TO DISMISS' },
  documents: [
    { name: 'scan1.pdf', title: '', attachment_number: 2, findings: [finding] },
    {
      name: 'scan2.pdf',
      title: 'EXHIBIT A',
      attachment_number: null,
      findings: [],
    },
  ],
}

test('chosen PDFs are read at once: empty fields are filled, findings shown, and a reason asked for', async () => {
  opened.page = await opened.fixture.open('/reading')
  const sent: Promise<string[]>[] = []
  opened.fixture.answers.set('/read', (request, response, body) => {
    sent.push(partsOf(request, body))
    response.writeHead(200).end(JSON.stringify(answer))
  })
  await opened.page.fill('#field-number', '99')
  expect(await opened.page.isVisible('#field-findings_reason')).toBe(false)
  await choose(pdf('scan1.pdf'), pdf('scan2.pdf'), pdf('large.pdf', 2000))
  const report = opened.page.locator('[data-read-report]')
  await expect
    .poll(() => report.textContent())
    .toContain('Filled in from the PDF: filing date and title.')
  expect(await report.textContent()).toContain('One finding, shown with the files.')
  expect(await Promise.all(sent)).toEqual([
    ['_csrf=token', 'documents:scan1.pdf', 'documents:scan2.pdf'],
  ])
  expect(await opened.page.inputValue('#field-number')).toBe('99')
  expect(await opened.page.inputValue('#field-filed_on')).toBe('2026-07-02')
  expect(await listed()).toEqual(['2 scan1', '0 EXHIBIT A', '3 large'])
  expect(await row(0).locator('[data-finding]').textContent()).toBe(finding.sentence)
  expect(await opened.page.isVisible('#field-findings_reason')).toBe(true)
})

test('where they cannot be read, it is said and nothing else changes', async () => {
  opened.page = await opened.fixture.open('/reading')
  opened.fixture.answers.set('/read', (_, response) => response.writeHead(500).end())
  await choose(pdf('a.pdf'))
  const report = opened.page.locator('[data-read-report]')
  await expect.poll(() => report.textContent()).toContain('could not be read')
  expect(await listed()).toEqual(['0 a'])
})
