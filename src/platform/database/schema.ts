import type { Kysely, Transaction } from 'kysely'
import type { AccessTables } from './tables/access.ts'
import type { AccessImportTables } from './tables/access-import.ts'
import type { AccountsTables } from './tables/accounts.ts'
import type { CaseTables } from './tables/case.ts'
import type { DocketTables } from './tables/docket.ts'
import type { DocumentsTables } from './tables/documents.ts'
import type { NotificationsTables } from './tables/notifications.ts'
import type { SearchTables } from './tables/search.ts'
import type { SubscriptionsTables } from './tables/subscriptions.ts'

export type * from './tables/access.ts'
export type * from './tables/access-import.ts'
export type * from './tables/accounts.ts'
export type * from './tables/case.ts'
export type * from './tables/docket.ts'
export type * from './tables/documents.ts'
export type * from './tables/notifications.ts'
export type * from './tables/search.ts'
export type * from './tables/subscriptions.ts'

/**
 * The tables. Times are integers, milliseconds since 1970 UTC; a filing date is text, YYYY-MM-DD, and never shifts;
 * flags are 0 or 1. So both databases hold, compare and return the same values.
 */
export interface Schema
  extends AccessTables,
    AccessImportTables,
    AccountsTables,
    CaseTables,
    DocketTables,
    DocumentsTables,
    NotificationsTables,
    SearchTables,
    SubscriptionsTables {}

export type Database = Kysely<Schema>
/** Where a query may run inside or outside a transaction. */
export type Queryable = Kysely<Schema> | Transaction<Schema>
