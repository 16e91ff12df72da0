import { expect, it } from 'vitest'
import { eachEntryDetails } from '../../../test/support/entry-details.ts'
import { findEntry, listEntryHistory } from '../docket/entries/queries.ts'
import { listCalendar } from './queries.ts'

const hearing = {
  event_kind: 'hearing',
  event_date: '2026-08-14',
  event_time: '10:00',
  event_place: 'Courtroom 14C',
  event_note: 'Motion to Dismiss',
}

eachEntryDetails('hearings and deadlines', ({ server, create, change, details }) => {
  const calendar = async (id: number) =>
    (await listCalendar(server.platform.db, 100)).filter(({ entry_id }) => entry_id === id)

  it('can be several in one Save', async () => {
    const { body } = await server.client.get('/admin/entries/new')
    expect(body.match(/name="event_date"/g)).toHaveLength(3)
  })

  it('are kept under one UID, whose sequence grows with each change', async () => {
    const { id } = await create(hearing)
    const [before] = await calendar(id)
    const first = { kind: 'hearing', held_on: '2026-08-14' }
    expect(before).toMatchObject({ ...first, held_at: '10:00', sequence: 0 })
    const deadline = { event_kind: 'deadline', event_date: '2026-08-21', event_time: '' }
    const moved = { ...hearing, event_uid: before?.uid ?? '', event_time: '14:30' }
    const added = { event_uid: '', ...deadline, event_place: '', event_note: '' }
    const names = Object.keys(moved) as (keyof typeof moved)[]
    await change(id, Object.fromEntries(names.map((name) => [name, [moved[name], added[name]]])))
    const after = (await calendar(id)).find(({ uid }) => uid === before?.uid)
    expect(after).toMatchObject({ id: before?.id, held_at: '14:30', sequence: 1 })
    const second = { kind: 'deadline', held_on: '2026-08-21', held_at: null }
    const events = [{ ...first, held_at: '14:30' }, second]
    expect((await details(id)).events).toMatchObject(events)
    await change(id, { title: 'Other fields only' })
    expect((await details(id)).events).toHaveLength(2)
    await change(id, moved)
    expect((await details(id)).events).toMatchObject([{ id: before?.id, held_at: '14:30' }])
  })

  it('leave the calendar when removed, and while their entry is deleted', async () => {
    const { id } = await create(hearing)
    await change(id, { event_date: '' })
    expect((await details(id)).events).toEqual([])
    expect(await calendar(id)).toEqual([])
    const other = await create(hearing)
    await server.client.post(`/admin/entries/${other.id}/delete`)
    expect(await calendar(other.id)).toEqual([])
    await server.client.post(`/admin/entries/${other.id}/restore`)
    expect(await calendar(other.id)).toMatchObject([{ sequence: 2 }])
  })

  it('of a draft are hidden until it is published', async () => {
    const { id } = await create({ ...hearing, status: 'draft' })
    expect(await calendar(id)).toEqual([])
    await change(id, { status: 'published' })
    expect(await calendar(id)).toHaveLength(1)
  })

  it.each([
    ['event_date', '2026-02-30', 'the day is not a valid date'],
    ['event_date', '', 'the day is missing'],
    ['event_time', '25:00', 'the time is not valid'],
    ['event_kind', 'party', 'a hearing or a deadline'],
    ['event_note', 'x'.repeat(1001), 'longer than 1,000 characters'],
  ])('refuse %s %.10s, keep what was typed and change nothing', async (name, typed, reason) => {
    const { id } = await create()
    const fields = { title: 'As typed', ...hearing, [name]: typed }
    const { status, body } = await change(id, fields)
    expect(status).toBe(422)
    expect(body).toContain(reason)
    expect(body).toContain('Courtroom 14C')
    expect((await findEntry(server.platform.db, id))?.title).not.toBe('As typed')
    expect((await details(id)).events).toEqual([])
  })

  it('are on the Show page, even of a draft, and in the entry’s history', async () => {
    const motion = await create()
    const { id } = await create({ status: 'draft' })
    const relation = { relation_number: String(motion.number), relation_kind: 'decides' }
    await change(id, { ...hearing, ...relation })
    const { body } = await server.client.get(`/admin/entries/${id}`)
    expect(body).toContain('Hearing 08/14/2026, 10:00 AM (Courtroom 14C)')
    expect(body).toContain(`Decides No. ${motion.number}`)
    const [last] = await listEntryHistory(server.platform.db, id)
    expect(last?.details).toBe('Related entries changed; Hearings and deadlines changed')
  })
})
