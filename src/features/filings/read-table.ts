import { parse } from 'csv-parse/sync'
import { oneLine } from '../../shared/clean-text.ts'
import { type DocketSheet, readDocketSheet } from '../../shared/docket-sheet-rules.ts'

type Column = 'number' | 'date' | 'text' | 'attachment' | 'name'

/** What courts, claims agents, CourtListener and docket programs call the columns that count. */
const HEADINGS: Record<Column, RegExp> = {
  number:
    /^(?:docketentry )?(?:(?:docket|document|doc|dkt|ecf|entry|item)[. ]*)?(?:no\.?|nr\.?|number|#)$|^(?:docket|doc|dkt|ecf|entry)\.?$/,
  date: /^(?:docketentry )?date(?: filed)?$|^(?:filed|filing)(?: date| on)?$|^(?:docket|entry) date$/,
  text: /^(?:docketentry )?(?:(?:docket|entry|full) )?(?:text|description)$|^docket entr(?:y|ies)$|^(?:document )?title$|^proceedings?$/,
  attachment: /^(?:recapdocument )?attachment(?: (?:no\.?|number|#))?$/,
  name: /^recapdocument description$|^(?:attachment|document) (?:name|description)$/,
}
const COLUMNS = Object.keys(HEADINGS) as Column[]
const HEADING_MOST = 3000

interface Table {
  /** The first of its lines. */
  from: number
  delimiter: string
  /** How many columns its heading has. */
  width: number
  columns: Partial<Record<Column, number>>
}

/** As pasted from a spreadsheet, or a docket program's CSV; anything else is a docket sheet as it is. */
export const readDocketText = (pasted: string): DocketSheet => readDocketSheet(asRows(pasted))

function asRows(pasted: string): string {
  const lines = pasted.replace(/^\ufeff/, '').split(/\r\n?|\n/)
  const table = findHeading(lines) ?? findFirstRow(lines)
  if (!table) return pasted
  const { from, delimiter } = table
  const rows = lines.slice(0, from)
  try {
    parse(lines.slice(from).join('\n'), {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record: (record: string[], context) => {
        rows.push(rowOf(record.map(oneLine), table))
        // Each row keeps its line, for what is said of it.
        while (rows.length < from + context.lines) rows.push('')
      },
    })
  } catch {
    return pasted
  }
  return rows.join('\n')
}

const namesOf = (line: string, delimiter: string) =>
  line.split(delimiter).map((cell) => oneLine(cell.toLowerCase().replace(/["_]/g, ' ')))

function findHeading(lines: readonly string[]): Table | undefined {
  for (const [from, line] of lines.entries()) {
    if (line.length > HEADING_MOST || !/text|description|docket|title|proceeding/i.test(line))
      continue
    for (const delimiter of ',;\t') {
      const names = namesOf(line, delimiter)
      const places = COLUMNS.map((column) => [
        column,
        names.findIndex((name) => HEADINGS[column].test(name)),
      ])
      const columns: Table['columns'] = Object.fromEntries(places.filter(([, at]) => at !== -1))
      if (columns.text !== undefined && (columns.number ?? columns.date) !== undefined) {
        return { from, delimiter, width: names.length, columns }
      }
    }
  }
  return undefined
}

/** Number and date, in either order, then the text. */
function findFirstRow(lines: readonly string[]): Table | undefined {
  const from = lines.findIndex((line) => line.trim() !== '')
  for (const delimiter of ',;') {
    const [first = '', second = ''] = namesOf(lines[from] ?? '', delimiter)
    const [row] = readDocketSheet(`${first}\t${second}\tx`).rows
    if (!row?.number || !row.filed_on || row.description !== 'x') continue
    const columns =
      row.number === first.replace(/^0+/, '') ? { number: 0, date: 1 } : { number: 1, date: 0 }
    return { from, delimiter, width: 3, columns: { ...columns, text: 2 } }
  }
  return undefined
}

function rowOf(cells: readonly string[], { delimiter, width, columns }: Table): string {
  const { text = 0 } = columns
  // A line of a cell that has several, as browsers copy them.
  if (cells.length <= text) return cells.join('\t')
  const cell = (column: Column) => cells[columns[column] ?? -1] ?? ''
  const whole = (column: Column) => cell(column).replace(/\.0$/, '')
  const more = Math.max(0, cells.length - width)
  const words = cells.slice(text, text + 1 + more).join(delimiter === '\t' ? ' ' : `${delimiter} `)
  const number = /\d/.test(cell('number')) ? whole('number') : ''
  // On each page of some tables.
  const isHeading = HEADINGS.text.test(words.toLowerCase().replaceAll('_', ' '))
  if (isHeading && !/\d/.test(number + cell('date'))) return ''
  if (Number(whole('attachment')) > 0) {
    return `${number}-${whole('attachment')}\t${cell('name') || words}`
  }
  return number ? `${number}\t${cell('date')}\t${words}` : `${cell('date')}\t\t${words}`
}
