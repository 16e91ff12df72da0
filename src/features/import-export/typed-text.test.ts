import { expect, it } from 'vitest'
import { readAttachments } from '../../shared/attachment-rules.ts'
import { readDocumentFields } from '../docket/documents/document-fields.ts'
import { BLANK_ENTRY, pickEntryFields, readTyped } from '../docket/entries/entry-fields.ts'
import { readSettingsForm } from '../settings/rules.ts'
import { Archive, Case } from './archive.ts'

/** Browsers send no line ends from a field of one line; other programs, and what people paste, may. */
const AWKWARD = ' One\r\ntwo\u2028three\u0007\u0085four\tfive  six\u001b '

it('what is typed comes back from the archive as it is', () => {
  const typed = { filed_on: '2026-07-30', title: AWKWARD, description: AWKWARD, type: AWKWARD }
  const { fields, errors } = readTyped({ ...BLANK_ENTRY, ...typed, filed_by: AWKWARD })
  const { change } = readDocumentFields({ title: AWKWARD })
  const form = { has: (name: string) => !/closed_on|figures/.test(name), text: () => AWKWARD }
  const read = readSettingsForm(form as never, Case.parse({}), '2026-07-30')
  const { settings, errors: problems } = read
  expect({ ...errors, ...problems }).toEqual({})
  const [title] = readAttachments(`MOTION (Attachments: # 1 Exhibit A${AWKWARD})`).values()
  const documents = [change.title, title].map((one) => ({ path: 'documents/1.pdf', title: one }))
  const archive = { case: settings, entries: [{ id: 1, ...fields, documents }] }
  const back = Archive.parse(JSON.parse(JSON.stringify(archive)))
  expect(back.case).toEqual(settings)
  expect(back.entries.map(pickEntryFields)).toEqual([fields])
  expect(back.entries[0]?.documents.map((one) => one.title)).toEqual([change.title, title])
})
