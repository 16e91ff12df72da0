import { readDocketSheet } from '../../src/shared/docket-sheet-rules.ts'

/** `53|2026-11-22|MOTION to Stay [1 Exhibit A]` for each row, and what was not understood. */
export function readSheet(...pasted: Parameters<typeof readDocketSheet>): string[] {
  const { rows, problems } = readDocketSheet(...pasted)
  const brief = rows.map(({ number, filed_on, description, attachments }) => {
    const listed = Array.from(attachments, ([place, name]) => ` [${place} ${name}]`)
    return `${number}|${filed_on}|${description}${listed.join('')}`
  })
  return [...brief, ...problems]
}
