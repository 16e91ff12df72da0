/** The highest docket number: some courts of appeals number their entries with twelve digits. */
export const MAX_NUMBER = 999_999_999_999

/** The largest id that both databases give: a PostgreSQL `integer`. */
export const MAX_ID = 2_147_483_647
/** Imported entries and documents keep their ids up to here, so that a billion later ones still fit. */
export const MAX_IMPORTED_ID = 1_000_000_000

/** Parses a typed number, with leading zeros allowed; undefined for anything else or out of range. */
export function parseWholeNumber(typed: string, min: number, max: number): number | undefined {
  const digits = typed.trim()
  if (!/^\d{1,15}$/.test(digits)) return undefined
  const value = Number(digits)
  return value >= min && value <= max ? value : undefined
}

export function numberRange(min: number, max: number): string {
  return `must be a whole number from ${min} to ${max.toLocaleString('en-US')}`
}

/** `1 page`, `1,234 pages` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
