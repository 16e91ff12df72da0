import type { Selectable } from 'kysely'

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

/** One row; triggers raise it with every change of what the public sees. */
export interface RevisionTable {
  id: number
  value: number
}

/** One row, made at the first start. */
export interface InstallationTable {
  id: number
  /** Of the SECRET_KEY that all processes on this database share. */
  secret_fingerprint: string
  created_at: number
}

export interface CaseTables {
  case_settings: CaseSettingsTable
  revision: RevisionTable
  installation: InstallationTable
}

export type CaseSettings = Selectable<CaseSettingsTable>
