import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { watchForRevision } from '../dialect.ts'
import { createAccessTables } from './first/access.ts'
import { createAccountTables } from './first/accounts.ts'
import { createCaseTables } from './first/case.ts'
import { createDocketTables } from './first/docket.ts'
import { createDocumentTables } from './first/documents.ts'
import { createMailTables } from './first/mail.ts'
import { createSearchTables } from './first/search.ts'

async function up(db: Kysely<never>): Promise<void> {
  await createCaseTables(db)
  await createAccountTables(db)
  await createDocketTables(db)
  await createDocumentTables(db)
  await createSearchTables(db)
  await createAccessTables(db)
  await createMailTables(db)
  await watchForRevision(db, ['entries', 'documents', 'case_settings'])
}

export const first: Migration = { up }
