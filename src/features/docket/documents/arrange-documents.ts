import type { Document } from '../../../platform/database/schema.ts'
import { type FieldProblems, invalidFields } from '../../../platform/http/errors.ts'
import type { Form } from '../../../platform/http/request/form.ts'
import type { Deps } from '../../../platform/platform.ts'
import { type Chosen, lockEditable, runEdit, StaleError } from '../entries/edit.ts'
import { moveTo, saveDocuments } from './change-document.ts'
import { readDocumentFields } from './document-fields.ts'
import { listDocuments } from './queries.ts'

export type TypedLine = { id: number } & Record<'version' | 'title' | 'attachment_number', string>

/** In the order of the table, with the pressed button applied: `main` or, without JavaScript, `move`. */
export function readDocumentLines(form: Form): TypedLine[] {
  const [versions, titles, numbers] = ['version', 'title', 'attachment_number'].map(form.all)
  const lines = form.all('document').map((id, index) => ({
    id: Number(id),
    version: versions?.[index] ?? '',
    title: titles?.[index] ?? '',
    attachment_number: numbers?.[index] ?? '',
  }))
  const [moved, to] = form.text('move').split(' ').map(Number)
  if (moved && to) return moveTo(lines, moved, to)
  return withMain(lines, Number(form.text('main')))
}

/** Swaps it with the main document; the numbers follow (`settleNumbers`). */
function withMain(lines: TypedLine[], id: number): TypedLine[] {
  const chosen = lines.find((line) => line.id === id)
  if (!chosen) return lines
  const main = lines.find((line) => line.attachment_number.trim() === '0') ?? lines[0]
  return lines.map((line) => {
    if (line === main) return { ...chosen, attachment_number: '0' }
    return line === chosen && main ? main : line
  })
}

/** Saves titles, numbers, and order of all documents of an entry at once. @throws InvalidError, StaleError */
export const arrangeDocuments = (deps: Deps, { id, lines, by }: Chosen & { lines: TypedLine[] }) =>
  runEdit(deps, by, async (edit) => {
    const entry = await lockEditable(edit, id)
    const before = await listDocuments(edit.trx, [id])
    await saveDocuments(edit, entry, { before, wanted: readWanted(before, lines) })
  })

/** The documents as typed, in the order of the table; any that it did not have come last. */
function readWanted(before: readonly Document[], lines: readonly TypedLine[]): Document[] {
  const errors: FieldProblems = {}
  const typed = new Map<number, Document>()
  for (const { id, version, title, attachment_number } of lines) {
    const document = before.find((one) => one.id === id)
    if (!document || version !== String(document.updated_at)) throw new StaleError('document')
    const { change, errors: own } = readDocumentFields({ title, attachment_number })
    for (const [name, reasons] of Object.entries(own)) errors[`${name}-${id}`] = reasons
    typed.set(id, { ...document, ...change })
  }
  const numbers = new Map([...typed].map(([id, one]) => [id, one.attachment_number]))
  for (const id of numberedAlike(before, numbers)) {
    errors[`attachment_number-${id}`] = [
      `Two documents cannot both have number ${numbers.get(id)}.`,
    ]
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  const settled = settleNumbers(before, numbers)
  const wanted = before.map((document) => ({
    ...(typed.get(document.id) ?? document),
    attachment_number: settled.get(document.id) ?? document.attachment_number,
  }))
  return inTypedOrder(wanted, lines)
}

export function inTypedOrder(documents: readonly Document[], lines: readonly TypedLine[]) {
  const order = new Map(lines.map(({ id }, index) => [id, index]))
  const placeOf = ({ id }: Document) => order.get(id) ?? order.size
  return documents.toSorted((one, other) => placeOf(one) - placeOf(other))
}

type Numbered = Pick<Document, 'id' | 'attachment_number'>
type WantedNumbers = ReadonlyMap<number, number>

export function numberedAlike(before: readonly Numbered[], wanted: WantedNumbers): number[] {
  const changed = before.filter((one) => isRenumbered(one, wanted))
  const byNumber = Map.groupBy(changed, ({ id }) => wanted.get(id))
  return changed.map(({ id }) => id).filter((id) => byNumber.get(wanted.get(id))?.[1])
}

/** A document that was left alone takes the number that is freed by the one its own number went to. */
export function settleNumbers(before: readonly Numbered[], wanted: WantedNumbers) {
  const changed = before.filter((one) => isRenumbered(one, wanted))
  const freedBy = new Map(changed.map((one) => [wanted.get(one.id), one.attachment_number]))
  const settle = (number: number): number => {
    const freed = freedBy.get(number)
    return freed === undefined ? number : settle(freed)
  }
  return new Map(
    before.map(({ id, attachment_number }) => {
      const number = wanted.get(id) ?? attachment_number
      return [id, number === attachment_number ? settle(number) : number]
    }),
  )
}

const isRenumbered = ({ id, attachment_number }: Numbered, wanted: WantedNumbers) =>
  (wanted.get(id) ?? attachment_number) !== attachment_number
