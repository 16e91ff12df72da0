import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATALOG, pdfOf } from '../../../../test/support/hostile-pdfs.ts'
import { ownInspectors } from '../../../../test/support/own-inspectors.ts'
import { BLANK_PAGE } from '../../../../test/support/readings.ts'

const place = ownInspectors()
const { inspectWith } = place

describe('a program that', () => {
  const whole = pdfOf([CATALOG, '<</Type/Pages/Kids[]/Count 0>>'])
  const TELL = "const tell = (message) => process.stdout.write(JSON.stringify(message) + '\\n');"
  const PAGE = { ...BLANK_PAGE, text: 'Page one', heading: 'ORDER' }
  const FINDING = { kind: 'identifier', page: 1, box: null, text: 'Card number' }

  async function program(source: string) {
    const path = join(place.folder, 'program.mjs')
    await writeFile(path, source)
    return path
  }
  const onFile = (reaction: string) =>
    program(`${TELL} tell({ kind: 'ready' }); process.stdin.on('data', () => { ${reaction} })`)

  test('dies over a file refuses that file', async () => {
    const dying = await onFile('process.abort()')
    expect(await inspectWith({ program: dying }, whole)).toMatchObject({ accepted: false })
  })

  test('does not answer is killed, and the file refused', async () => {
    const hanging = await onFile('for (;;) {}')
    const reason = expect.stringMatching(/^This PDF is damaged, or too complex/)
    const read = await inspectWith({ program: hanging, timeLimitMs: 500 }, whole)
    expect(read).toEqual({ accepted: false, reason })
  })

  test.each([
    [0, 'is ended, although its pages need longer'],
    [2000, 'has time for each of its pages'],
  ])('has %d ms for each page besides %s', async (pageLimitMs, outcome) => {
    const last = JSON.stringify({ ...PAGE, page: 20 })
    const slow = await onFile(`
      tell({ kind: 'opened', pageCount: 20 })
      setTimeout(() => { tell({ kind: 'checked', page: ${last} }); tell({ kind: 'finished' }) }, 1500)`)
    const limits = { program: slow, checkLimitMs: 500, pageLimitMs }
    const inspection = await inspectWith(limits, whole)
    const isRead = inspection.accepted && inspection.pages.at(-1) === 'Page one'
    expect(isRead).toBe(outcome.startsWith('has time'))
  })

  test('dies during its checks leaves what it reported of earlier pages', async () => {
    const notified = [
      { kind: 'opened', pageCount: 3 },
      { kind: 'checked', page: PAGE },
    ].map((message) => `tell(${JSON.stringify(message)})`)
    const dying = await onFile(`${notified.join(';')}; setTimeout(() => process.abort(), 50)`)
    const inspection = await inspectWith({ program: dying }, whole)
    const reading = { heading: 'ORDER', findings: [{ kind: 'unreadable', page: 2 }] }
    const pages = ['Page one', '', '']
    expect(inspection).toMatchObject({ accepted: true, pageCount: 3, pages, reading })
  })

  test.each([
    ['a number of pages beyond any file', `tell({ kind: 'opened', pageCount: 1e9 })`],
    ['something else', `tell({ kind: 'opened' , pageCount: null })`],
    ['an endless line', `(function write() { process.stdout.write('x'.repeat(1e6), write) })()`],
    ['no JSON', `process.stdout.write('{'.repeat(1e6) + '\\n')`],
  ])('answers %s is killed, and the file refused', async (_, answer) => {
    const lying = await onFile(`${answer}; setInterval(() => {}, 1000)`)
    expect(await inspectWith({ program: lying }, whole)).toMatchObject({ accepted: false })
  })

  test.each([
    ['pages that the file does not have', { ...PAGE, page: 4 }],
    ['a page longer than any', { ...PAGE, text: 'x'.repeat(600_000) }],
    ['a page of a thousand findings', { ...PAGE, findings: Array(1000).fill(FINDING) }],
    ['a finding longer than any', { ...PAGE, findings: [{ ...FINDING, text: 'x'.repeat(5000) }] }],
  ])('reports %s is not believed', async (_, page) => {
    const messages = JSON.stringify([
      { kind: 'opened', pageCount: 3 },
      { kind: 'checked', page: { ...PAGE, page: 2 } },
      { kind: 'checked', page },
      { kind: 'finished' },
    ])
    const lying = await onFile(`${messages}.forEach(tell); setInterval(() => {}, 1000)`)
    const inspection = await inspectWith({ program: lying }, whole)
    expect(inspection).toMatchObject({ accepted: true, pageCount: 3, pages: ['', 'Page one', ''] })
  })

  test('repeats a page forever is killed, and what it reported before is kept', async () => {
    const page = JSON.stringify({ ...PAGE, text: 'x'.repeat(200_000) })
    const script = `tell({ kind: 'opened', pageCount: 2 })
      function repeat() { tell({ kind: 'checked', page: ${page} }); setImmediate(repeat) }
      repeat()`
    const inspection = await inspectWith({ program: await onFile(script) }, whole)
    expect(inspection).toMatchObject({ accepted: true, pageCount: 2 })
    const length = inspection.accepted ? inspection.pages.join('').length : 0
    expect(length).toBe(200_000)
  })

  test('reports more text than a file may have keeps the beginning', async () => {
    const page = JSON.stringify({ ...PAGE, text: 'x'.repeat(250_000) })
    const long = await onFile(`tell({ kind: 'opened', pageCount: 9 })
      for (let page = 1; page <= 9; page++) tell({ kind: 'checked', page: { ...${page}, page } })
      tell({ kind: 'finished' })`)
    const inspection = await inspectWith({ program: long }, whole)
    expect(inspection.accepted && inspection.pages.join('').length).toBe(2_000_000)
  })

  test('does not start is an error of the installation, not of the PDF', async () => {
    const broken = await program('throw new Error("broken")')
    await expect(inspectWith({ program: broken }, whole)).rejects.toThrow(/exited at startup/)
  })

  test.each([
    ['before it has started', program],
    ['in the middle', onFile],
  ])('is closed %s leaves the caller an error', async (_when, running) => {
    const inspection = inspectWith({ program: await running('for (;;) {}') }, whole)
    const outcome = expect(inspection).rejects.toThrow(/closed/)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await place.inspector.close()
    await outcome
  })
})
