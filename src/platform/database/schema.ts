import type { Kysely, Transaction } from 'kysely'
import type { DocketTables } from './tables/docket.ts'
import type { DownloadTables } from './tables/downloads.ts'
import type { FilingTables } from './tables/filings.ts'
import type { PeopleTables } from './tables/people.ts'

export type * from './tables/docket.ts'
export type * from './tables/downloads.ts'
export type * from './tables/filings.ts'
export type * from './tables/people.ts'

/**
 * The tables. Times are integers, milliseconds since 1970 UTC; a filing date is text, YYYY-MM-DD, and never shifts;
 * flags are 0 or 1. This way both databases store, compare, and return the same values.
 */
export interface Schema extends DocketTables, DownloadTables, FilingTables, PeopleTables {}

export type Database = Kysely<Schema>
/** For queries that may run inside or outside a transaction. */
export type Queryable = Kysely<Schema> | Transaction<Schema>
