import type { Generated, Selectable } from 'kysely'

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
  /** When an administrator stopped it. */
  stopped_at: number | null
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

export interface NotificationsTables {
  notifications: NotificationsTable
  deliveries: DeliveriesTable
  workers: WorkersTable
}

export type Notification = Selectable<NotificationsTable>
export type Delivery = Selectable<DeliveriesTable>
