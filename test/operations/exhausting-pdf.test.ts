import { expect, test } from 'vitest'
import { drawnPdf } from '../support/drawn-page.ts'
import { bombInFirstPage, endlessForms, hugeTable } from '../support/hostile-pdfs.ts'
import { ownInspectors } from '../support/own-inspectors.ts'

/* Files that would use up a processor or the memory. */

const { inspectWith, expectNextFileToBeRead } = ownInspectors()

test('a page that draws for ever costs its check and its text, not the file', async () => {
  const inspection = await inspectWith({ checkLimitMs: 2500 }, endlessForms())
  expect(inspection).toMatchObject({
    accepted: true,
    pageCount: 1,
    pages: [''],
    reading: { findings: [{ kind: 'unreadable', page: null }] },
  })
  await expectNextFileToBeRead()
})

test('a page that unpacks beyond the memory limit ends the reading of text', async () => {
  const pages = ['', 'Second page']
  const small = await inspectWith({ memoryMegabytes: 250 }, bombInFirstPage(1))
  expect(small).toMatchObject({ accepted: true, pageCount: 2, pages })
  const limited = await inspectWith({ memoryMegabytes: 250 }, bombInFirstPage(200))
  expect(limited).toMatchObject({ accepted: true, pageCount: 2, pages: ['', ''] })
  await expectNextFileToBeRead()
})

test('a table beyond the memory limit is refused', async () => {
  expect(await inspectWith({ memoryMegabytes: 300 }, hugeTable())).toEqual({
    accepted: false,
    reason: expect.stringMatching(/^This PDF is damaged/),
  })
  await expectNextFileToBeRead()
})

test('words under photographs, which take minutes to be looked for in them, leave time for every page', async () => {
  const [width, height] = [1275, 1650]
  const grains = Array.from({ length: 200 * 260 }, (_, at) => (at * 48_271 * (at % 97)) % 256)
  const grain = (x: number, y: number, size: number) =>
    grains[(Math.floor(y / size) % 260) * 200 + (Math.floor(x / size) % 200)] ?? 0
  const photograph = Buffer.from(
    Uint8Array.from({ length: width * height }, (_, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      return (grain(x, y, 7) + grain(x, y, 3)) / 2
    }),
  )
  const bytes = await drawnPdf((pdf) => {
    const about = { Type: 'XObject', Subtype: 'Image', ColorSpace: 'DeviceGray' }
    const picture = pdf.ref({ ...about, Width: width, Height: height, BitsPerComponent: 8 })
    picture.end(photograph)
    for (let page = 1; page <= 12; page += 1) {
      if (page > 1) pdf.addPage()
      for (let line = 0; line < 8; line += 1) pdf.text(`Line ${line} of what page ${page} shows.`)
      pdf.text('The warehouse in March', 72, 400)
      pdf.page.xobjects.Photograph = picture
      pdf.addContent('q 612 0 0 -500 0 700 cm /Photograph Do Q')
    }
  })
  const inspection = await inspectWith({}, bytes)
  expect(inspection).toMatchObject({ accepted: true, pageCount: 12 })
  const { findings } = (inspection as { reading: { findings: { kind: string }[] } }).reading
  expect(findings.map(({ kind }) => kind)).toEqual(Array(12).fill('covered_text'))
  await expectNextFileToBeRead()
})
