import type { Kysely, Transaction } from 'kysely'
import type { DocketTables } from './tables/docket.ts'
import type { DownloadTables } from './tables/downloads.ts'
import type { FilingTables } from './tables/filings.ts'
import type { PeopleTables } from './tables/people.ts'

export type * from './tables/docket.ts'
export type * from './tables/downloads.ts'
export type * from './tables/filings.ts'
export type * from './tables/people.ts'

/** The same values in both databases: times in milliseconds since 1970 UTC, filing dates as YYYY-MM-DD, flags as 0 or 1. */
export interface Schema extends DocketTables, DownloadTables, FilingTables, PeopleTables {}

export type Database = Kysely<Schema>
/** For queries that may run inside or outside a transaction. */
export type Queryable = Kysely<Schema> | Transaction<Schema>
