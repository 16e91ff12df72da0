import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CATALOG, pdfOf } from '../../../test/support/hostile-pdfs.ts'
import { ownInspectors } from '../../../test/support/own-inspectors.ts'

const place = ownInspectors()
const { open, inspectWith } = place

test('a PDF without pages is refused', async () => {
  const empty = pdfOf([CATALOG, '<</Type/Pages/Kids[]/Count 0>>'])
  expect(await inspectWith({}, empty)).toEqual({
    accepted: false,
    reason: expect.stringMatching(/^This PDF has no pages/),
  })
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

  test('dies in its checks keeps what it told of the pages before', async () => {
    const told = [
      { kind: 'opened', pageCount: 3 },
      { kind: 'checked', page: PAGE },
    ].map((message) => `tell(${JSON.stringify(message)})`)
    const dying = await onFile(`${told.join(';')}; setTimeout(() => process.abort(), 50)`)
    const inspection = await inspectWith({ program: dying }, whole)
    expect(inspection).toMatchObject({ accepted: true, pageCount: 3, pages: ['Page one', '', ''] })
    expect(inspection.accepted && inspection.reading).toMatchObject({
      heading: 'ORDER',
      findings: [
        {
          kind: 'unreadable',
          page: 2,
          text: expect.stringMatching(/^Pages 2–3 could not be checked/),
        },
      ],
    })
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
