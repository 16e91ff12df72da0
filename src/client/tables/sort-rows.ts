const collator = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

export type SortDirection = 'ascending' | 'descending'

/**
 * The order in which rows with these values are to stand: numbers by size where all are numbers, otherwise as text with
 * its numbers by size; equal ones stay as they were, and what is empty stays last in both directions.
 */
export function sortedPositions(values: readonly string[], direction: SortDirection): number[] {
  const sign = direction === 'ascending' ? 1 : -1
  const filled = values.filter((value) => value !== '')
  const areNumbers = filled.every((value) => Number.isFinite(Number(value)))
  const compare = areNumbers
    ? (a: string, b: string) => Number(a) - Number(b)
    : (a: string, b: string) => collator.compare(a, b)
  return values
    .map((value, position) => ({ value, position }))
    .sort((a, b) => {
      if (a.value === '' || b.value === '') return Number(a.value === '') - Number(b.value === '')
      return sign * compare(a.value, b.value)
    })
    .map(({ position }) => position)
}
