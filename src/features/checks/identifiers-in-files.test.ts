import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawnPdf } from '../../../test/support/drawn-page.ts'
import { inspectBytes, sentencesAbout } from '../../../test/support/inspected-pdf.ts'
import { newFolder } from '../../../test/support/new-folder.ts'
import { sharedInspector } from '../../../test/support/shared-inspector.ts'

const folder = newFolder()

test('a number typed into a field that is drawn in two places', async () => {
  const bytes = await drawnPdf((pdf) => {
    pdf.text('The lease ended.')
    pdf.initForm()
    const field = pdf.formField('ssn', { FT: 'Tx' } as never)
    Object.assign((field as never as { data: object }).data, { V: new String('123-45-6789') })
    for (const y of [300, 340]) pdf.formText(`at${y}`, 90, y, 200, 18, { parent: field })
  })
  const findings = await sentencesAbout(bytes)
  expect(findings.filter((one) => one.startsWith('identifier'))).toHaveLength(2)
})

test('a number at the end of a long comment', async () => {
  const long = `${'The lease ended. '.repeat(1000)} SSN 123-45-6789`
  const bytes = await drawnPdf((pdf) => void pdf.note(90, 90, 20, 20, long))
  expect(await sentencesAbout(bytes)).toContainEqual(expect.stringMatching(/^identifier: .*6789/))
})

test('a picture of a finding is a PNG; of a page that is not there, none', async () => {
  const path = join(folder, 'file.pdf')
  const bytes = await drawnPdf((pdf) => pdf.text('SSN 123-45-6789'))
  writeFileSync(path, bytes)
  const { reading } = await inspectBytes(bytes)
  const [{ page, box } = { page: 0, box: null }] = reading.findings
  const png = await sharedInspector.picture(path, { page: page ?? 0, box })
  expect(png?.subarray(1, 4).toString()).toBe('PNG')
  expect(png?.readUInt32BE(16)).toBeGreaterThan(300)
  expect(await sharedInspector.picture(path, { page: 9, box: null })).toBeUndefined()
  expect(await sharedInspector.inspect(path, 'file.pdf')).toMatchObject({ accepted: true })
})
