import { expect, test } from 'vitest'
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
