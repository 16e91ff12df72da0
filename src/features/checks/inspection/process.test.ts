import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATALOG, pdfOf } from '../../../../test/support/hostile-pdfs.ts'
import { ownInspectors } from '../../../../test/support/own-inspectors.ts'
import { BLANK_PAGE } from '../../../../test/support/readings.ts'

const place = ownInspectors()

describe('a program that', () => {
  const whole = pdfOf([CATALOG, '<</Type/Pages/Kids[]/Count 0>>'])
  const TELL = "const tell = (message) => process.stdout.write(JSON.stringify(message) + '\\n');"
  const PAGE = { ...BLANK_PAGE, text: 'Page one', heading: 'ORDER' }
  const FINDING = { kind: 'identifier', page: 1, box: null, text: 'Card number' }

  const opened = (pageCount: number) => ({ kind: 'opened', pageCount })
  const checked = (page: object) => ({ kind: 'checked', page: { ...PAGE, ...page } })
  const FINISHED = { kind: 'finished' }
  const telling = (...messages: object[]) =>
    messages.map((message) => `tell(${JSON.stringify(message)})`).join('; ')

  async function program(source: string) {
    const path = join(place.folder, 'program.mjs')
    await writeFile(path, source)
    return path
  }
  const onFile = (reaction: string) =>
    program(`${TELL} tell({ kind: 'ready' }); process.stdin.on('data', () => { ${reaction} })`)
  const inspectBy = async (reaction: string, limits: object = {}) =>
    place.inspectWith({ program: await onFile(reaction), ...limits }, whole)

  test('dies over a file refuses that file', async () => {
    expect(await inspectBy('process.abort()')).toMatchObject({ accepted: false })
  })

  test('does not answer is killed, and the file refused', async () => {
    const reason = expect.stringMatching(/^This PDF is damaged, or too complex/)
    const read = await inspectBy('for (;;) {}', { timeLimitMs: 500 })
    expect(read).toEqual({ accepted: false, reason })
  })

  test.each([
    [0, 'is ended, although its pages need longer'],
    [2000, 'has time for each of its pages'],
  ])('has %d ms for each page besides %s', async (pageLimitMs, outcome) => {
    const late = telling(checked({ page: 20 }), FINISHED)
    const slow = `${telling(opened(20))}; setTimeout(() => { ${late} }, 1500)`
    const inspection = await inspectBy(slow, { checkLimitMs: 500, pageLimitMs })
    const isRead = inspection.accepted && inspection.pages.at(-1) === 'Page one'
    expect(isRead).toBe(outcome.startsWith('has time'))
  })

  test('dies during its checks leaves what it reported of earlier pages', async () => {
    const told = telling(opened(3), checked({ page: 1 }))
    const inspection = await inspectBy(`${told}; setTimeout(() => process.abort(), 50)`)
    const reading = { heading: 'ORDER', findings: [{ kind: 'unreadable', page: 2 }] }
    const pages = ['Page one', '', '']
    expect(inspection).toMatchObject({ accepted: true, pageCount: 3, pages, reading })
  })

  test.each([
    ['a number of pages beyond any file', telling(opened(1e9))],
    ['something else', telling({ kind: 'opened', pageCount: null })],
    ['an endless line', `(function write() { process.stdout.write('x'.repeat(1e6), write) })()`],
    ['no JSON', `process.stdout.write('{'.repeat(1e6) + '\\n')`],
  ])('answers %s is killed, and the file refused', async (_, answer) => {
    const inspection = await inspectBy(`${answer}; setInterval(() => {}, 1000)`)
    expect(inspection).toMatchObject({ accepted: false })
  })

  test.each([
    ['pages that the file does not have', { page: 4 }],
    ['a page longer than any', { text: 'x'.repeat(600_000) }],
    ['a page of a thousand findings', { findings: Array(1000).fill(FINDING) }],
    ['a finding longer than any', { findings: [{ ...FINDING, text: 'x'.repeat(5000) }] }],
  ])('reports %s is not believed', async (_, page) => {
    const lies = telling(opened(3), checked({ page: 2 }), checked(page), FINISHED)
    const inspection = await inspectBy(`${lies}; setInterval(() => {}, 1000)`)
    expect(inspection).toMatchObject({ accepted: true, pageCount: 3, pages: ['', 'Page one', ''] })
  })

  test('repeats a page forever is killed, and what it reported before is kept', async () => {
    const page = telling(checked({ text: 'x'.repeat(200_000) }))
    const endless = `(function repeat() { ${page}; setImmediate(repeat) })()`
    const inspection = await inspectBy(`${telling(opened(2))}; ${endless}`)
    expect(inspection).toMatchObject({ accepted: true, pageCount: 2 })
    const length = inspection.accepted ? inspection.pages.join('').length : 0
    expect(length).toBe(200_000)
  })

  test('reports more text than a file may have keeps the beginning', async () => {
    const text = 'x'.repeat(250_000)
    const pages = Array.from({ length: 9 }, (_, at) => checked({ text, page: at + 1 }))
    const inspection = await inspectBy(telling(opened(9), ...pages, FINISHED))
    expect(inspection.accepted && inspection.pages.join('').length).toBe(2_000_000)
  })

  test('does not start is an error of the installation, not of the PDF', async () => {
    const broken = await program('throw new Error("broken")')
    await expect(place.inspectWith({ program: broken }, whole)).rejects.toThrow(/exited at startup/)
  })

  test.each([
    ['before it has started', program],
    ['in the middle', onFile],
  ])('is closed %s leaves the caller an error', async (_when, running) => {
    const inspection = place.inspectWith({ program: await running('for (;;) {}') }, whole)
    const outcome = expect(inspection).rejects.toThrow(/closed/)
    await new Promise((resolve) => setTimeout(resolve, 500))
    await place.inspector.close()
    await outcome
  })
})
