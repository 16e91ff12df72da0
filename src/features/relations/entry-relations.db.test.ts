import { expect, it } from 'vitest'
import { eachEntryDetails } from '../../../test/support/entry-details.ts'
import { findEntry } from '../docket/entries/queries.ts'

eachEntryDetails('related entries', ({ server, create, change, details }) => {
  const related = async (id: number) =>
    (await details(id)).relations.map(({ label, number }) => `${label} ${number}`)

  const decides = ({ number }: { number: number }) => {
    return { relation_kind: 'decides', relation_number: String(number) }
  }

  it('are linked from both sides, changed, and removed', async () => {
    const motion = await create()
    const order = await create(decides(motion))
    expect(await related(order.id)).toEqual([`Decides ${motion.number}`])
    expect(await related(motion.id)).toEqual([`Decided by ${order.number}`])
    const { body } = await server.client.get(`/admin/entries/${order.id}/edit`)
    expect(body).toContain(`value="${motion.number}"`)
    const other = await create()
    await change(order.id, {
      relation_kind: ['amends', 'refers_to', 'refers_to'],
      relation_number: [String(motion.number), String(other.number), ''],
    })
    const amended = [`Amends ${motion.number}`, `Refers to ${other.number}`]
    expect(await related(order.id)).toEqual(amended)
    await change(order.id, { relation_number: '' })
    expect(await related(order.id)).toEqual([])
    expect(await related(motion.id)).toEqual([])
  })

  it('stay if a program sends only other fields, and follow a changed number', async () => {
    const motion = await create()
    const order = await create(decides(motion))
    await change(order.id, { title: 'Order' })
    await change(motion.id, { number: String(motion.number + 5000) })
    expect(await related(order.id)).toEqual([`Decides ${motion.number + 5000}`])
  })

  it.each([
    ['a number that no entry has', '77777', 'No entry has the docket number 77777.'],
    ['something that is no number', 'x', 'must be a whole number'],
  ])('refuse %s, keep what was typed and change nothing', async (_, typed, reason) => {
    const { id } = await create()
    const amends = { relation_kind: 'amends', relation_number: typed }
    const { status, body } = await change(id, { title: 'As typed', ...amends })
    expect(status).toBe(422)
    expect(body).toContain(reason)
    expect(body).toContain(`value="${typed}"`)
    expect((await findEntry(server.platform.db, id))?.title).not.toBe('As typed')
  })

  it('show nothing of a draft or a deleted entry', async () => {
    const motion = await create()
    const draft = await create({ status: 'draft', ...decides(motion) })
    expect(await related(motion.id)).toEqual([])
    await change(draft.id, { status: 'published' })
    expect(await related(motion.id)).toEqual([`Decided by ${draft.number}`])
    await server.client.post(`/admin/entries/${motion.id}/delete`)
    expect(await related(draft.id)).toEqual([])
    await server.client.post(`/admin/entries/${motion.id}/restore`)
    expect(await related(draft.id)).toEqual([`Decides ${motion.number}`])
  })
})
