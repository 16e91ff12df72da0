import type { Generated, Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'

/*
 * The tables. Times are integers, milliseconds since 1970 UTC; a filing date is text, YYYY-MM-DD, and never shifts;
 * flags are 0 or 1. So both databases hold, compare and return the same values.
 */

export interface CaseSettingsTable {
  id: number
  caption: string
  case_number: string
  court: string
  judge: string
  description: string
  contact: string
  updated_at: number
}

export interface AdministratorsTable {
  id: Generated<number>
  email: string
  password_hash: string
  totp_secret: string | null
  /** The last 30-second step whose code was used: a code works once. */
  totp_last_step: number | null
  created_at: number
  password_changed_at: number
  disabled_at: number | null
}

export interface RecoveryCodesTable {
  id: Generated<number>
  administrator_id: number
  code_hash: string
  used_at: number | null
}

export interface SessionsTable {
  /** SHA-256 of the cookie's value, in hex. */
  id_hash: string
  administrator_id: number
  created_at: number
  last_seen_at: number
  client_ip: string | null
  user_agent: string
}

export interface FirstRunCodesTable {
  code_hash: string
  created_at: number
}

export interface ThrottlesTable {
  key: string
  count: number
  resets_at: number
}

export interface AuditLogTable {
  id: Generated<number>
  at: number
  administrator_id: number | null
  /** The address as it was then, or `command line`. */
  actor: string
  action: string
  subject: string
  details: string
  client_ip: string | null
}

export type EntryStatus = 'published' | 'draft'

export interface EntriesTable {
  id: Generated<number>
  number: number | null
  filed_on: string
  title: string
  description: string
  type: string
  filed_by: string
  status: EntryStatus
  /** Where an imported entry came from, so that importing again adds nothing. */
  source_key: string | null
  /** Grows with each change: tells an administrator that another was quicker. */
  version: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  /** When everyone could first see it; from then on each change is a correction. */
  published_at: number | null
}

export type RelationKind = 'responds_to' | 'decides' | 'amends' | 'refers_to'

/** By docket number, as clerks write it: the entry with that number may come later, or never. */
export interface EntryRelationsTable {
  id: Generated<number>
  entry_id: number
  kind: RelationKind
  target_number: number
}

export type EventKind = 'hearing' | 'deadline'

/** A hearing or deadline that an entry sets. Day and time are those of the site's time zone. */
export interface EntryEventsTable {
  id: Generated<number>
  entry_id: number
  /** Under which calendar programs know it, for ever. */
  uid: string
  kind: EventKind
  /** YYYY-MM-DD */
  held_on: string
  /** HH:MM; null: the whole day. */
  held_at: string | null
  place: string
  note: string
  /** What its SEQUENCE had come to in the archive that it was loaded from. */
  sequence_base: number
  updated_at: number
  /** When everyone could first see it: only then is its end announced. */
  shown_at: number | null
  cancelled_at: number | null
}

export type CorrectedField =
  | 'number'
  | 'filed_on'
  | 'title'
  | 'description'
  | 'type'
  | 'filed_by'
  | 'document_title'
  | 'attachment_number'

/** A text that was changed after everyone could see it. */
export interface EntryCorrectionsTable {
  id: Generated<number>
  entry_id: number
  /** The document whose title or number was corrected; null: the entry itself. */
  document_id: number | null
  field: CorrectedField
  /** What stood there before. */
  earlier: string
  corrected_at: number
}

/** A file that another has replaced, after everyone could see it. What it said is not kept, its hash is. */
export interface DocumentVersionsTable {
  id: Generated<number>
  document_id: number
  sha256: string
  byte_size: number
  page_count: number
  replaced_at: number
}

export interface DocumentsTable {
  id: Generated<number>
  entry_id: number
  attachment_number: number
  title: string
  position: number
  file_name: string
  storage_key: string
  sha256: string
  byte_size: number
  page_count: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  /** How many of its pages have text; 0: a scan without any; null: not read page by page yet. */
  text_pages: number | null
}

/** What the search looks through besides the PDFs: an entry's own words. Written by platform/search/page-index.ts alone. */
export interface SearchEntriesTable {
  entry_id: number
  body: string
  /** Of its words, in their order: what is indexed. */
  stems: string
  /** Of its title and type alone: platform/search/page-index.ts. */
  title_stems: Generated<string>
}

/** What an entry has in its own text and on all pages of its documents, each once: platform/search/tokens.ts. */
export interface SearchWholesTable {
  entry_id: number
  stems: string
}

/** A page of a PDF, or a part of a long one. */
export interface SearchPagesTable {
  /** Begins with the entry's id: platform/search/page-index.ts. */
  id: number
  document_id: number
  /** From 1; null where the text was taken over from a version that knew no pages. */
  page: number | null
  body: string
  stems: string
}

/** One row; triggers raise it with every change of what the public sees. */
export interface RevisionTable {
  id: number
  value: number
}

export interface DocumentAccessesTable {
  id: Generated<number>
  document_id: number
  accessed_at: number
  client_ip: string | null
  user_agent: string
  is_robot: number
  source: 'service' | 'access_log'
  /** 1 where an IP had been recorded and was erased later. */
  ip_erased: Generated<number>
}

/*
 * What the import of access logs remembers (docs/decisions, features/access/import/). A visitor is a digest of the
 * document and the client as the log names it, a line a digest of its bytes; neither is an IP.
 */

/** Whole downloads that were imported: equal lines are one row. */
export interface ImportedLinesTable {
  /** Half hours since 1970, so that lines of about the same time lie together. */
  period: number
  visitor: number
  at: number
  line: number
  /** How many records the line has become. */
  copies: number
  /** The reading of a file in which it was met last, and how often it was met there. */
  file: number
  seen: number
}

/** Ranges of one document by one client with no pause of half an hour: one download, unless a whole one is beside. */
export interface ImportedBurstsTable {
  visitor: number
  first_at: number
  last_at: number
  document_id: number
  /** Of the first line. */
  user_agent: string
  /** The record; null where it counts as none, or not yet. */
  access_id: number | null
  /** 0 while it has to be decided whether it counts. */
  is_settled: number
  /** The run of the import that met it last. */
  run: number
}

/*
 * The summaries of downloads (docs/decisions, features/access/fold-downloads.ts). Days are numbers, counted from
 * 1970-01-01 in the site's time zone; document 0 stands for all documents together.
 */

/** One row: what the summaries stand for. */
export interface AccessSummaryTable {
  id: number
  /** The zone whose days were counted; another one asks for a rebuild, as null does. */
  time_zone: string | null
  /** Every record up to this id is in the summaries. */
  folded_id: number
  /** IPs up to this day, included, have been erased. */
  erased_through: number | null
  /** Names the process that is building the summaries anew, as long as it shows that it lives. */
  rebuilder: string | null
  rebuilder_seen_at: number
}

/** Downloads of a document on a day; each figure includes robots, and stands beside that of robots alone. */
export interface AccessTotalsTable {
  document_id: number
  day: number
  downloads: number
  robot_downloads: number
  without_ip: number
  robot_without_ip: number
}

/** A visitor downloaded a document on a day. The previous day is his last one before, NEVER (fold-rules.ts) without any. */
export interface AccessVisitsTable {
  ip: string
  document_id: number
  day: number
  downloads: number
  people_downloads: number
  previous_day: number
  /** The same among downloads that no robot made. */
  previous_people_day: number
}

/** How many visitors of a document on a day had been there last on `previous_day`: the rows above, counted. */
export interface AccessReturnsTable {
  document_id: number
  day: number
  previous_day: number
  visitors: number
  people: number
}

/** Triggers write down every record that was deleted (-1) or changed (-1 as it was, 1 as it is). */
export interface AccessCorrectionsTable {
  id: Generated<number>
  access_id: number
  sign: number
  document_id: number
  accessed_at: number
  client_ip: string | null
  ip_erased: number
  is_robot: number
}

export type SubscriptionState = 'active' | 'unsubscribed' | 'pending'

export interface SubscriptionsTable {
  id: Generated<number>
  email: string
  /** The address as compared: lower case. */
  email_key: string
  token: string
  state: SubscriptionState
  created_at: number
  updated_at: number
}

export interface NotificationsTable {
  id: Generated<number>
  entry_id: number
  mode: 'test' | 'live'
  subject: string
  html: string
  text: string
  recipient_count: number
  created_by: string
  created_at: number
  finished_at: number | null
}

export type DeliveryState =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'deferred'
  | 'failed'
  | 'skipped'
  | 'uncertain'

export interface DeliveriesTable {
  id: Generated<number>
  notification_id: number
  subscription_id: number | null
  recipient: string
  token: string
  state: DeliveryState
  attempts: number
  server_reply: string
  message_id: string
  next_attempt_at: number
  worker_id: string | null
  created_at: number
  updated_at: number
}

/** A running delivery worker; one that stopped showing itself has died, and its deliveries are uncertain. */
export interface WorkersTable {
  id: string
  host: string
  pid: number
  seen_at: number
}

/** One row, made at the first start. */
export interface InstallationTable {
  id: number
  /** Of the SECRET_KEY that all processes on this database share. */
  secret_fingerprint: string
  created_at: number
}

export interface Schema {
  case_settings: CaseSettingsTable
  administrators: AdministratorsTable
  recovery_codes: RecoveryCodesTable
  sessions: SessionsTable
  first_run_codes: FirstRunCodesTable
  throttles: ThrottlesTable
  audit_log: AuditLogTable
  entries: EntriesTable
  documents: DocumentsTable
  entry_relations: EntryRelationsTable
  entry_events: EntryEventsTable
  entry_corrections: EntryCorrectionsTable
  document_versions: DocumentVersionsTable
  search_entries: SearchEntriesTable
  search_pages: SearchPagesTable
  search_wholes: SearchWholesTable
  revision: RevisionTable
  document_accesses: DocumentAccessesTable
  imported_lines: ImportedLinesTable
  imported_bursts: ImportedBurstsTable
  access_summary: AccessSummaryTable
  access_totals: AccessTotalsTable
  access_visits: AccessVisitsTable
  access_returns: AccessReturnsTable
  access_corrections: AccessCorrectionsTable
  subscriptions: SubscriptionsTable
  notifications: NotificationsTable
  deliveries: DeliveriesTable
  workers: WorkersTable
  installation: InstallationTable
}

export type Database = Kysely<Schema>
/** Where a query may run inside or outside a transaction. */
export type Queryable = Kysely<Schema> | Transaction<Schema>

export type CaseSettings = Selectable<CaseSettingsTable>
export type Administrator = Selectable<AdministratorsTable>
export type Session = Selectable<SessionsTable>
export type AuditRecord = Selectable<AuditLogTable>
export type Entry = Selectable<EntriesTable>
export type NewEntry = Insertable<EntriesTable>
export type EntryChange = Updateable<EntriesTable>
export type Document = Selectable<DocumentsTable>
export type NewDocument = Insertable<DocumentsTable>
export type EntryRelation = Selectable<EntryRelationsTable>
export type EntryEvent = Selectable<EntryEventsTable>
export type EntryCorrection = Selectable<EntryCorrectionsTable>
export type DocumentVersion = Selectable<DocumentVersionsTable>
export type NewDocumentAccess = Insertable<DocumentAccessesTable>
export type Subscription = Selectable<SubscriptionsTable>
export type Notification = Selectable<NotificationsTable>
export type Delivery = Selectable<DeliveriesTable>
