import type { Generated, Selectable } from 'kysely'

export interface AdministratorsTable {
  id: Generated<number>
  email: string
  password_hash: string
  /** 1 until its owner has chosen their own. */
  password_is_generated: Generated<number>
  /** Encrypted; null where two-factor sign-in is off. */
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

export interface AccountsTables {
  administrators: AdministratorsTable
  recovery_codes: RecoveryCodesTable
  sessions: SessionsTable
  first_run_codes: FirstRunCodesTable
  throttles: ThrottlesTable
  audit_log: AuditLogTable
}

export type Administrator = Selectable<AdministratorsTable>
export type Session = Selectable<SessionsTable>
export type AuditRecord = Selectable<AuditLogTable>
