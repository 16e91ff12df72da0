import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  courtPdf,
  type EntriesServer,
  entryForm,
  startEntries,
} from '../../../test/support/entries-server.ts'
import { listEntryHistory } from './admin-queries.ts'
import { findDetails } from './entry-details.ts'
import { listCalendar } from './events/queries.ts'
import { findEntry } from './queries.ts'
import { withDocuments } from './to-view.ts'

/* Related entries, hearings, deadlines and corrections: from the administrator's form to what readers are shown. */

describe.each(['sqlite', 'postgres'] as const)(
  'what an entry says besides its text, on %s',
  (dialect) => {
    let server: EntriesServer
    beforeAll(async () => {
      server = await startEntries(dialect)
    })
    afterAll(() => server?.close())

    const db = () => server.platform.db
    let next = 100
    /** @returns the new entry's id and docket number */
    async function create(fields: Record<string, string> = {}, files: File[] = []) {
      next += 1
      const form = entryForm(
        { number: String(next), filed_on: '2026-07-30', title: `Entry ${next}`, ...fields },
        files,
      )
      const { status, location, body } = await server.client.post('/admin/entries', form)
      expect(status, body).toBe(303)
      return { id: Number(location?.split('/').at(-1)), number: next }
    }
    const change = (id: number, fields: [string, string][]) => {
      const form = new FormData()
      for (const [name, value] of fields) form.append(name, value)
      return server.client.post(`/admin/entries/${id}`, form)
    }
    async function details(id: number) {
      const entry = await findEntry(db(), id)
      if (!entry) throw new Error('no such entry')
      const found = (await findDetails(db(), await withDocuments(db(), [entry]))).get(id)
      if (!found) throw new Error('no details')
      return found
    }
    const related = async (id: number) =>
      (await details(id)).relations.map(({ label, number }) => `${label} ${number}`)
    const calendar = async (id: number) =>
      (await listCalendar(db(), '2026-01-01', 100)).filter(({ entry_id }) => entry_id === id)

    describe('related entries', () => {
      it('are linked from both sides, changed and taken out', async () => {
        const motion = await create()
        const order = await create({
          relation_kind: 'decides',
          relation_number: String(motion.number),
        })
        expect(await related(order.id)).toEqual([`Decides ${motion.number}`])
        expect(await related(motion.id)).toEqual([`Decided by ${order.number}`])
        expect((await server.client.get(`/admin/entries/${order.id}/edit`)).body).toContain(
          `value="${motion.number}"`,
        )
        const other = await create()
        await change(order.id, [
          ['relation_kind', 'amends'],
          ['relation_number', String(motion.number)],
          ['relation_kind', 'refers_to'],
          ['relation_number', String(other.number)],
          ['relation_kind', 'refers_to'],
          ['relation_number', ''],
        ])
        expect(await related(order.id)).toEqual([
          `Amends ${motion.number}`,
          `Refers to ${other.number}`,
        ])
        await change(order.id, [['relation_number', '']])
        expect(await related(order.id)).toEqual([])
        expect(await related(motion.id)).toEqual([])
      })

      it('stay where a program sends only other fields, and follow a changed number', async () => {
        const motion = await create()
        const order = await create({
          relation_kind: 'decides',
          relation_number: String(motion.number),
        })
        await change(order.id, [['title', 'Order']])
        await change(motion.id, [['number', String(motion.number + 5000)]])
        expect(await related(order.id)).toEqual([`Decides ${motion.number + 5000}`])
      })

      it.each([
        ['a number that no entry has', '77777', 'No entry has the docket number 77777.'],
        ['something that is no number', 'x', 'must be a whole number'],
        ['the entry itself', '0099', 'An entry cannot be related to itself.'],
      ])('refuse %s, keep what was typed and change nothing', async (_, typed, reason) => {
        const { id } = await create({ number: typed === '0099' ? '99' : String(8000 + next) })
        const { status, body } = await change(id, [
          ['title', 'As typed'],
          ['relation_kind', 'amends'],
          ['relation_number', typed],
        ])
        expect(status).toBe(422)
        expect(body).toContain(reason)
        expect(body).toContain(`value="${typed}"`)
        expect((await findEntry(db(), id))?.title).not.toBe('As typed')
      })

      it('show nothing of a draft or a deleted entry', async () => {
        const motion = await create()
        const draft = await create({
          status: 'draft',
          relation_kind: 'decides',
          relation_number: String(motion.number),
        })
        expect(await related(motion.id)).toEqual([])
        await change(draft.id, [['status', 'published']])
        expect(await related(motion.id)).toEqual([`Decided by ${draft.number}`])
        await server.client.post(`/admin/entries/${motion.id}/delete`)
        expect(await related(draft.id)).toEqual([])
        await server.client.post(`/admin/entries/${motion.id}/restore`)
        expect(await related(draft.id)).toEqual([`Decides ${motion.number}`])
      })
    })

    const hearing = {
      event_kind: 'hearing',
      event_date: '2026-08-14',
      event_time: '10:00',
      event_place: 'Courtroom 14C',
      event_note: 'Motion to Dismiss',
    }

    describe('hearings and deadlines', () => {
      it('are kept under one UID, whose sequence grows with each change', async () => {
        const { id } = await create(hearing)
        const [before] = await calendar(id)
        expect(before).toMatchObject({
          kind: 'hearing',
          held_on: '2026-08-14',
          held_at: '10:00',
          sequence: 0,
        })
        await change(id, [
          ...Object.entries({ ...hearing, event_uid: before?.uid ?? '', event_time: '14:30' }),
          ['event_uid', ''],
          ['event_kind', 'deadline'],
          ['event_date', '2026-08-21'],
          ['event_time', ''],
          ['event_place', ''],
          ['event_note', ''],
        ])
        const after = (await calendar(id)).find(({ uid }) => uid === before?.uid)
        expect(after).toMatchObject({ id: before?.id, held_at: '14:30', sequence: 1 })
        expect(
          (await details(id)).events.map(({ label, heldOn, heldAt }) => [label, heldOn, heldAt]),
        ).toEqual([
          ['Hearing', '2026-08-14', '14:30'],
          ['Deadline', '2026-08-21', null],
        ])
        await change(id, [['title', 'Other fields only']])
        expect((await details(id)).events).toHaveLength(2)
      })

      it('are cancelled when taken out, and with their entry', async () => {
        const { id } = await create(hearing)
        await change(id, [['event_date', '']])
        expect((await details(id)).events).toEqual([])
        expect(await calendar(id)).toMatchObject([
          { sequence: 1, cancelled_at: expect.any(Number) },
        ])
        const other = await create(hearing)
        await server.client.post(`/admin/entries/${other.id}/delete`)
        expect(await calendar(other.id)).toMatchObject([{ sequence: 1, is_public: 0 }])
        await server.client.post(`/admin/entries/${other.id}/restore`)
        expect(await calendar(other.id)).toMatchObject([
          { sequence: 2, is_public: 1, cancelled_at: null },
        ])
      })

      it('of a draft are unknown until it is published, and leave no trace when they go before', async () => {
        const { id } = await create({ ...hearing, status: 'draft' })
        expect(await calendar(id)).toEqual([])
        await change(id, [['event_date', '']])
        await change(id, [['status', 'published']])
        expect(await calendar(id)).toEqual([])
        const other = await create({ ...hearing, status: 'draft' })
        await change(other.id, [['status', 'published']])
        expect(await calendar(other.id)).toHaveLength(1)
      })

      it.each([
        ['event_date', '2026-02-30', 'not a day that exists'],
        ['event_date', '', 'the day is missing'],
        ['event_time', '25:00', 'not a time'],
        ['event_kind', 'party', 'a hearing or a deadline'],
        ['event_note', 'x'.repeat(1001), 'longer than 1,000 characters'],
      ])('refuse %s %.10s, keep what was typed and change nothing', async (name, typed, reason) => {
        const { id } = await create()
        const { status, body } = await change(id, [
          ['title', 'As typed'],
          ...Object.entries({ ...hearing, [name]: typed }),
        ])
        expect(status).toBe(422)
        expect(body).toContain(reason)
        expect(body).toContain('Courtroom 14C')
        expect((await findEntry(db(), id))?.title).not.toBe('As typed')
        expect((await details(id)).events).toEqual([])
      })

      it('stand on Show, a draft’s too', async () => {
        const fields = { ...hearing, relation_kind: 'decides', relation_number: '101' }
        const { id } = await create({ ...fields, status: 'draft' })
        const { body } = await server.client.get(`/admin/entries/${id}`)
        expect(body).toContain('Hearing 08/14/2026 10:00 (Courtroom 14C)')
        expect(body).toContain('Decides No. 101')
      })

      it('stand in the entry’s history', async () => {
        const { id } = await create()
        await change(id, [
          ...Object.entries(hearing),
          ['relation_number', '101'],
          ['relation_kind', 'amends'],
        ])
        const [last] = await listEntryHistory(db(), id)
        expect(last?.details).toBe('Related entries changed; Hearings and deadlines changed')
      })
    })

    const corrections = async (id: number) =>
      (await details(id)).corrections.map(({ what, at }) => [what, at])

    describe('corrections', () => {
      it('are marked with their time once everyone could see the entry', async () => {
        const { id, number } = await create({ description: 'Teh text' })
        server.time.now += 60_000
        await change(id, [
          ['description', 'The text'],
          ['filed_on', '2026-07-29'],
        ])
        expect((await corrections(id)).toSorted()).toEqual([
          ['Filing date corrected (was 07/30/2026)', server.time.now],
          ['Text corrected', server.time.now],
        ])
        server.time.now += 60_000
        await change(id, [['number', String(number + 3000)]])
        expect((await corrections(id))[0]).toEqual([
          `Docket number corrected (was ${number})`,
          server.time.now,
        ])
      })

      it('are not marked for what is saved as it was, nor while it has only been a draft', async () => {
        const { id } = await create()
        await change(id, [
          ['title', `Entry ${next}`],
          ['status', 'published'],
        ])
        const draft = await create({ status: 'draft' })
        await change(draft.id, [['title', 'Other']])
        await change(draft.id, [
          ['title', 'Better'],
          ['status', 'published'],
        ])
        expect([await corrections(id), await corrections(draft.id)]).toEqual([[], []])
      })

      it('are marked, too, where the entry was taken back to a draft meanwhile', async () => {
        const { id } = await create()
        await change(id, [['status', 'draft']])
        await change(id, [['title', 'Other']])
        await change(id, [['status', 'published']])
        expect(await corrections(id)).toEqual([['Title corrected', server.time.now]])
      })

      it('keep the hash of a file that was replaced, and both numbers of a swap', async () => {
        const { id } = await create({}, [courtPdf('ca8_.pdf'), courtPdf('cafc_3.pdf')])
        const [first, second] =
          (await withDocuments(db(), [(await findEntry(db(), id)) as never]))[0]?.documents ?? []
        if (!first || !second) throw new Error('no documents')
        server.time.now += 60_000
        const form = new FormData()
        form.append('file', courtPdf('ca9_19.pdf'), 'new.pdf')
        expect((await server.client.post(`/admin/documents/${first.id}`, form)).status).toBe(303)
        const swap = { attachment_number: String(second.attachment_number), swap: '1' }
        await server.client.post(`/admin/documents/${first.id}`, swap)
        const found = (await details(id)).corrections
        expect(found.map(({ what }) => what).toSorted()).toEqual([
          `Number of a document “${first.title}” corrected (was 0)`,
          `Number of a document “${second.title}” corrected (was 1)`,
          `“${first.title}” replaced`,
        ])
        expect((await server.client.get(`/admin/entries/${id}`)).body).toContain(first.sha256)
        expect(found.find(({ earlier }) => earlier)?.earlier).toEqual({
          sha256: first.sha256,
          byteSize: first.byte_size,
          pageCount: first.page_count,
        })
        await server.client.post(`/admin/documents/${first.id}/delete`)
        expect(JSON.stringify(await details(id))).not.toContain(first.sha256)
      })

      it('are none where the same file is sent again, or the entry is a draft', async () => {
        const { id } = await create({ status: 'draft' }, [courtPdf('ca8_.pdf')])
        const entry = (await findEntry(db(), id)) as never
        const [document] = (await withDocuments(db(), [entry]))[0]?.documents ?? []
        const replace = (fixture: string) => {
          const form = new FormData()
          form.append('file', courtPdf(fixture), 'new.pdf')
          return server.client.post(`/admin/documents/${document?.id}`, form)
        }
        await replace('cafc_3.pdf')
        await change(id, [['status', 'published']])
        await replace('cafc_3.pdf')
        expect(await corrections(id)).toEqual([])
      })
    })
  },
)
