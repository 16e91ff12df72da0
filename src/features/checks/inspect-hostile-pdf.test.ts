import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATALOG, pdfOf } from '../../../test/support/hostile-pdfs.ts'
import { ownInspectors } from '../../../test/support/own-inspectors.ts'
import { sharedInspector } from '../../../test/support/shared-inspector.ts'
import { builtProgram } from '../../platform/project-root.ts'
import type { InspectionMessage } from './inspection/messages.ts'
import { startInspection } from './inspection/process.ts'

const INSPECTION = builtProgram('inspect-pdf-worker.js')

const place = ownInspectors()
const { open, inspectWith } = place

test('a PDF without pages is refused', async () => {
  const empty = pdfOf([CATALOG, '<</Type/Pages/Kids[]/Count 0>>'])
  expect(await inspectWith({}, empty)).toEqual({
    accepted: false,
    reason: expect.stringMatching(/^This PDF has no pages/),
  })
})

/** A process of its own for each would take long to start. */
async function inspectShared(bytes: Buffer) {
  const path = join(place.folder, 'claims.pdf')
  await writeFile(path, bytes)
  return sharedInspector.inspect(path, 'claims.pdf')
}

const PAGE_OF_TREE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<<>>>>'
const TREE = (kids: string, count: string) =>
  pdfOf([CATALOG, `<</Type/Pages/Kids[${kids}]/Count ${count}>>`, PAGE_OF_TREE, PAGE_OF_TREE])

describe('the pages of a file are those that open, if it says', () => {
  test.each(['2', '3', '300000', '1000000', '1000000000', '5000000000', '-7', '0', '1e9', '/Two'])(
    'that it has %s',
    async (count) => {
      expect(await inspectShared(TREE('3 0 R 4 0 R', count))).toMatchObject({
        accepted: true,
        pageCount: 2,
      })
    },
  )

  test('so in every part of its tree', async () => {
    const parts = pdfOf([
      CATALOG,
      '<</Type/Pages/Kids[3 0 R 5 0 R]/Count 1000000>>',
      '<</Type/Pages/Parent 2 0 R/Kids[4 0 R]/Count 999999>>',
      ...[PAGE_OF_TREE, PAGE_OF_TREE],
    ])
    expect(await inspectShared(parts)).toMatchObject({ accepted: true, pageCount: 2 })
  })

  test('that its pages are their own parents', async () => {
    const endless = await inspectShared(TREE('3 0 R 2 0 R 2 0 R', '900000'))
    expect(endless).toMatchObject({ accepted: true, pageCount: 1 })
  })
})

test('a page in the middle that cannot be read keeps its number', async () => {
  const inspection = await inspectShared(TREE('3 0 R 9 0 R 4 0 R', '3'))
  expect(inspection).toMatchObject({ accepted: true, pageCount: 3 })
  expect(inspection.accepted && inspection.reading.findings).toMatchObject([
    { kind: 'unreadable', page: 2 },
  ])
})

test('more pages than a filing has are refused', async () => {
  expect(await inspectShared(TREE('3 0 R '.repeat(20_001), '20001'))).toEqual({
    accepted: false,
    reason: expect.stringMatching(/^This PDF has more than 20,000 pages\. Split it/),
  })
})

describe('a page that claims', () => {
  const claiming = (entries: string, more: string[] = []) =>
    pdfOf([
      CATALOG,
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/Resources<<>>${entries}>>`,
      ...more,
    ])

  test.each([
    ['to be as wide as a city', '/MediaBox[0 0 1000000000 1]'],
    ['to be as high as a mountain', '/MediaBox[0 0 1 1000000000]'],
    ['to be as large as a country', '/MediaBox[0 0 3e38 3e38]'],
    ['to be nothing', '/MediaBox[0 0 0 0]'],
    ['to have units of a mile', '/MediaBox[0 0 612 792]/UserUnit 4561920'],
  ])('%s is one page', async (_, entries) => {
    expect(await inspectShared(claiming(entries))).toMatchObject({
      accepted: true,
      pageCount: 1,
    })
  })

  test('100,000 comments is not checked', async () => {
    const note = '<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(Look)>>'
    const notes = `/MediaBox[0 0 612 792]/Annots[${'4 0 R '.repeat(100_000)}]`
    expect(await inspectShared(claiming(notes, [note]))).toMatchObject({
      accepted: true,
      reading: { findings: [{ kind: 'unreadable', page: null }] },
    })
  })
})

test.each([
  [4096, 'goes on'],
  [200, 'is replaced'],
])('of %d megabytes, a process that uses over 100 %s', async (memoryMegabytes, outcome) => {
  const reading = startInspection({ program: INSPECTION, memoryMegabytes })
  await reading.begin()
  let last: InspectionMessage | undefined
  const messages = reading.send({ path: 'test/fixtures/pdfs/notice.pdf' })
  for await (const message of messages) last = message
  expect(last).toEqual({ kind: 'finished' })
  expect(reading.isReady()).toBe(outcome === 'goes on')
  await reading.stop()
})

test('text ends at its limit', async () => {
  open({ characterLimit: 1000 })
  const inspection = await place.inspector.inspect('test/fixtures/pdfs/opinion.pdf', 'a.pdf')
  expect(inspection).toMatchObject({ accepted: true, pageCount: 15 })
  expect(inspection.accepted && inspection.pages.join('').length).toBeGreaterThan(900)
  expect(inspection.accepted && inspection.pages.join('').length).toBeLessThanOrEqual(1000)
})

describe('a program that', () => {
  const whole = pdfOf([CATALOG, '<</Type/Pages/Kids[]/Count 0>>'])
  const TELL = "const tell = (message) => process.stdout.write(JSON.stringify(message) + '\\n');"
  const PAGE = {
    ...{ page: 1, text: 'Page one', stamps: [], heading: 'ORDER', isScan: false },
    ...{ notes: [], findings: [], moreFindings: 0 },
  }
  const FINDING = { kind: 'identifier', page: 1, box: null, text: 'Card number' }

  async function program(source: string) {
    const path = join(place.folder, 'program.mjs')
    await writeFile(path, source)
    return path
  }
  const onFile = (reaction: string) =>
    program(`${TELL} tell({ kind: 'ready' }); process.stdin.on('data', () => { ${reaction} })`)

  test('has read 100 files retires, and is replaced without anybody noticing', async () => {
    const telling = `
      const page = { ...${JSON.stringify(PAGE)}, text: String(process.pid) }
      tell({ kind: 'opened', pageCount: 1 })
      tell({ kind: 'checked', page })
      tell({ kind: 'finished' })`
    await inspectWith({ program: await onFile(telling) }, whole)
    const processes: string[] = []
    for (let file = 2; file <= 102; file++) {
      const inspection = await place.inspector.inspect(
        join(place.folder, 'hostile.pdf'),
        'same.pdf',
      )
      expect(inspection).toMatchObject({ accepted: true, pageCount: 1 })
      processes.push(...(inspection.accepted ? inspection.pages : []))
    }
    expect(new Set(processes.slice(0, 99)).size).toBe(1)
    expect(new Set(processes.slice(99)).size).toBe(1)
    expect(processes[99]).not.toBe(processes[0])
  })

  test('dies over a file refuses that file', async () => {
    const dying = await onFile('process.abort()')
    expect(await inspectWith({ program: dying }, whole)).toMatchObject({ accepted: false })
  })

  test('does not come back is ended, and the file refused', async () => {
    const hanging = await onFile('for (;;) {}')
    expect(await inspectWith({ program: hanging, timeLimitMs: 500 }, whole)).toEqual({
      accepted: false,
      reason: expect.stringMatching(/^This PDF took too long/),
    })
  })

  test.each([
    [0, 'is ended, although its pages need longer'],
    [2000, 'has time for each of its pages'],
  ])('has %d ms a page besides %s', async (pageLimitMs, outcome) => {
    const last = JSON.stringify({ ...PAGE, page: 20 })
    const slow = await onFile(`
      tell({ kind: 'opened', pageCount: 20 })
      setTimeout(() => { tell({ kind: 'checked', page: ${last} }); tell({ kind: 'finished' }) }, 1500)`)
    const limits = { program: slow, checkLimitMs: 500, pageLimitMs }
    const inspection = await inspectWith(limits, whole)
    const isRead = inspection.accepted && inspection.pages.at(-1) === 'Page one'
    expect(isRead).toBe(outcome.startsWith('has time'))
  })

  test('dies in its checks keeps what it told of the pages before', async () => {
    const notified = [
      { kind: 'opened', pageCount: 3 },
      { kind: 'checked', page: PAGE },
    ].map((message) => `tell(${JSON.stringify(message)})`)
    const dying = await onFile(`${notified.join(';')}; setTimeout(() => process.abort(), 50)`)
    const inspection = await inspectWith({ program: dying }, whole)
    expect(inspection).toMatchObject({ accepted: true, pageCount: 3, pages: ['Page one', '', ''] })
    expect(inspection.accepted && inspection.reading).toMatchObject({
      heading: 'ORDER',
      findings: [{ kind: 'unreadable', page: 2 }],
    })
  })

  test.each([
    ['a number of pages beyond any file', `tell({ kind: 'opened', pageCount: 1e9 })`],
    ['a number of pages that is none', `tell({ kind: 'opened', pageCount: '300' })`],
    ['something else', `tell({ kind: 'opened' , pageCount: null })`],
    [
      'a line without an end',
      `(function write() { process.stdout.write('x'.repeat(1e6), write) })()`,
    ],
    ['no JSON', `process.stdout.write('{'.repeat(1e6) + '\\n')`],
  ])('answers %s is ended, and the file refused', async (_, answer) => {
    const lying = await onFile(`${answer}; setInterval(() => {}, 1000)`)
    expect(await inspectWith({ program: lying }, whole)).toMatchObject({ accepted: false })
  })

  test.each([
    ['pages that the file does not have', { ...PAGE, page: 4 }],
    ['a page longer than any', { ...PAGE, text: 'x'.repeat(600_000) }],
    ['a page of a thousand findings', { ...PAGE, findings: Array(1000).fill(FINDING) }],
    ['a finding longer than any', { ...PAGE, findings: [{ ...FINDING, text: 'x'.repeat(5000) }] }],
  ])('tells of %s is not believed', async (_, page) => {
    const told = JSON.stringify([
      { kind: 'opened', pageCount: 3 },
      { kind: 'checked', page: { ...PAGE, page: 2 } },
      { kind: 'checked', page },
      { kind: 'finished' },
    ])
    const lying = await onFile(`${told}.forEach(tell); setInterval(() => {}, 1000)`)
    const inspection = await inspectWith({ program: lying }, whole)
    expect(inspection).toMatchObject({ accepted: true, pageCount: 3, pages: ['', 'Page one', ''] })
  })

  test('repeats a page for ever is ended, and what it told before is kept', async () => {
    const page = JSON.stringify({ ...PAGE, text: 'x'.repeat(200_000) })
    const told = `tell({ kind: 'opened', pageCount: 2 })
      function repeat() { tell({ kind: 'checked', page: ${page} }); setImmediate(repeat) }
      repeat()`
    const inspection = await inspectWith({ program: await onFile(told) }, whole)
    expect(inspection).toMatchObject({ accepted: true, pageCount: 2 })
    const length = inspection.accepted ? inspection.pages.join('').length : 0
    expect(length).toBe(200_000)
  })

  test('does not start is an error of the installation, not of the PDF', async () => {
    const broken = await program('throw new Error("broken")')
    await expect(inspectWith({ program: broken }, whole)).rejects.toThrow(/ended at its start/)
  })

  test.each([
    ['before it has started', 'for (;;) {}'],
    [
      'in the middle',
      'console.log(\'{"kind":"ready"}\'); process.stdin.on(\'data\', () => { for (;;) {} })',
    ],
  ])('is closed %s leaves the caller an error', async (_when, source) => {
    const inspection = inspectWith({ program: await program(source) }, whole)
    const outcome = expect(inspection).rejects.toThrow(/closed/)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await place.inspector.close()
    await outcome
  })
})
