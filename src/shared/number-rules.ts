/** The highest docket number. */
export const NUMBER_MOST = 999_999_999

/** The largest id that both databases give: a PostgreSQL `integer`. */
export const MAX_ID = 2_147_483_647
/** Imported entries and documents keep their ids up to here, so that a billion later ones still fit. */
export const MAX_IMPORTED_ID = 1_000_000_000

/** Parses a typed number, with leading zeros allowed; undefined for anything else or out of range. */
export function parseWholeNumber(typed: string, least: number, most: number): number | undefined {
  const digits = typed.trim()
  if (!/^\d{1,15}$/.test(digits)) return undefined
  const value = Number(digits)
  return value >= least && value <= most ? value : undefined
}

export function numberRange(least: number, most: number): string {
  return `must be a whole number from ${least} to ${most.toLocaleString('en-US')}`
}

/** `1 page`, `1,234 pages` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
