/** In place of a document's id: all documents together. */
export const ALL_DOCUMENTS = 0

/** The previous day of a visitor who had not been there before: in 1880, before any record. */
export const NEVER = -32_768

/** After any day, and within the integers of both databases. */
export const LAST_DAY = 2_000_000_000

/**
 * Records of one fold. It locks SQLite for some milliseconds, for which a visitor's download may have to wait; on
 * PostgreSQL nobody waits.
 */
export const RECORDS_PER_FOLD = 500

/** The same while the summaries are being built from the start. */
export const RECORDS_PER_BUILD = 2500

/** A fold is followed by a rest this many times as long, so that catching up leaves the processors to the visitors. */
export const REST_FACTOR = 4
