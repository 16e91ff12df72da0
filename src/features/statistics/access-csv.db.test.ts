import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  eachAccessServer,
  figure,
  MIXED_RANGE,
  PAGE,
  rowsOf,
} from '../../../test/support/access-pages.ts'
import { randomAccess } from '../../../test/support/random-accesses.ts'

eachAccessServer('the files of the Document Access page', ({ server, open, openAt, csv }) => {
  test('the files are as expected, to the character', async () => {
    const file = (query: string) => openAt(`${PAGE}.csv`, query, 200)
    expect(await file(MIXED_RANGE)).toBe(
      'Date,Downloads,Unique visitors\r\n"07/27/2026",0,\r\n"07/28/2026",1,\r\n"07/29/2026",1,\r\n' +
        '"07/30/2026",2,1\r\n"07/31/2026",0,0\r\n"08/01/2026",2,2\r\n"08/02/2026",0,0\r\n',
    )
    expect(await file(`${MIXED_RANGE}&view=document`)).toBe(
      'Entry,Document,Downloads,Unique visitors,Last downloaded\r\n' +
        '"1","Exhibit 1",4,2,"08/01/2026, 11:00 AM"\r\n"2","Exhibit 2",2,1,"07/30/2026, 10:00 AM"\r\n',
    )
    expect(await file('from=2026-07-27&to=2026-07-29&view=document')).toBe(
      'Entry,Document,Downloads,Unique visitors,Last downloaded\r\n' +
        '"1","Exhibit 1",1,,"07/28/2026, 12:00 PM"\r\n"2","Exhibit 2",1,,"07/29/2026, 11:59 PM"\r\n',
    )
    expect(await file('from=2026-07-29&to=2026-07-30&view=download')).toBe(
      'Downloaded at,Entry,Document,Visitor IP,User agent\r\n' +
        '"07/30/2026, 10:00 AM","2","Exhibit 2","192.0.2.1","Firefox"\r\n' +
        '"07/30/2026, 12:00 AM","1","Exhibit 1","192.0.2.1","Firefox"\r\n' +
        '"07/29/2026, 11:59 PM","2","Exhibit 2",,"Firefox"\r\n',
    )
  })

  test('headline, table, chart and file agree, whatever was recorded, on the days of the clock change too', async () => {
    const sample = fc.tuple(
      fc.array(randomAccess, { maxLength: 30 }),
      fc.constantFrom('from=2026-03-05&to=2026-03-11', 'from=2026-10-29&to=2026-11-04'),
      fc.constantFrom('', '&robots=exclude', '&document=2'),
    )
    const sum = (rows: (string | undefined)[]) =>
      rows.reduce((total, cell) => total + Number(cell), 0)
    await fc.assert(
      fc.asyncProperty(sample, async ([accesses, range, more]) => {
        await server.record(accesses)
        const body = await open(range + more)
        const downloads = Number(figure(body, 'downloads'))
        const rows = rowsOf(body)
        const [, ...lines] = await csv(range + more)
        expect(rows.length).toBe(7)
        expect(lines).toEqual(rows.map((row) => row.slice(0, 3)))
        expect(sum(rows.map((row) => row[1]))).toBe(downloads)
        const bars = [...body.matchAll(/<title>\d\d\/\d\d\/\d{4}: (\d+) download/g)]
        expect(sum(bars.map((bar) => bar[1]))).toBe(downloads)
        const [, ...documents] = await csv(`${range}${more}&view=document`)
        expect(sum(documents.map((line) => line[2]))).toBe(downloads)
        const [, ...singles] = await csv(`${range}${more}&view=download`)
        expect(singles.length).toBe(downloads)
        const ips = new Set(singles.map((line) => line[3]).filter(Boolean))
        const visitors = ips.size > 0 ? String(ips.size) : undefined
        if (downloads > 0) expect(figure(body, 'unique-visitors')).toBe(visitors)
      }),
      { numRuns: 8 },
    )
  })
})
