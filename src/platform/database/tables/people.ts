import type { Generated, Selectable } from 'kysely'

/** `bounced`: mail to this address bounced, so none is sent until an administrator reactivates it. */
export type SubscriptionState = 'active' | 'unsubscribed' | 'pending' | 'bounced'

export type DeliveryState =
  | 'queued'
  | 'sending'
  | 'sent'
  | 'deferred'
  | 'failed'
  | 'skipped'
  | 'bounced'
  | 'uncertain'

/**
 * Why a message came back: the mailbox is gone for good, the recipient's server refused it for a reason of its own, it was
 * the sender's trouble (blocklists, policy, authentication, limits), or it may pass (a full box, a server that is down).
 */
export type BounceCause = 'mailbox' | 'recipient' | 'sender' | 'passing'

export interface PeopleTables {
  administrators: {
    id: Generated<number>
    email: string
    password_hash: string
    /** 1 until the administrator chooses their own. */
    password_is_generated: Generated<number>
    /** Encrypted; null if two-factor sign-in is off. */
    totp_secret: string | null
    /** The last 30-second step whose code was used, so that each code works only once. */
    totp_last_step: number | null
    created_at: number
    password_changed_at: number
    disabled_at: number | null
  }

  recovery_codes: {
    id: Generated<number>
    administrator_id: number
    code_hash: string
    used_at: number | null
  }

  sessions: {
    /** SHA-256 of the cookie's value, in hex. */
    id_hash: string
    administrator_id: number
    created_at: number
    last_seen_at: number
    client_ip: string | null
    user_agent: string
  }

  first_run_codes: {
    code_hash: string
    created_at: number
  }

  throttles: {
    key: string
    count: number
    resets_at: number
  }

  audit_log: {
    id: Generated<number>
    at: number
    administrator_id: number | null
    /** The administrator's address at the time, or `command line`. */
    actor: string
    action: string
    subject: string
    details: string
    client_ip: string | null
  }

  /** One row; triggers increment it with every change of public content. */
  revision: {
    id: number
    value: number
  }

  /** One row: the version of the program that used the database last, and the fingerprint of its tables. */
  schema_version: {
    id: number
    version: string
    fingerprint: string
  }

  /** One row, created at the first start. */
  installation: {
    id: number
    /** Of the SECRET_KEY that all processes on this database share. */
    secret_fingerprint: string
    /** A lease, in the database's time, that each running `serve` and `worker` extends. */
    serving_until: Generated<number>
  }

  subscriptions: {
    id: Generated<number>
    email: string
    email_key: string
    token: string
    state: SubscriptionState
    created_at: number
    updated_at: number
  }

  notifications: {
    id: Generated<number>
    mode: 'test' | 'live'
    subject: string
    html: string
    text: string
    recipient_count: number
    created_by: string
    created_at: number
    stopped_at: number | null
    finished_at: number | null
  }

  notification_entries: {
    notification_id: number
    entry_id: number
    position: number
  }

  deliveries: {
    id: Generated<number>
    notification_id: number
    subscription_id: number | null
    recipient: string
    token: string
    state: DeliveryState
    attempts: number
    server_reply: string
    /** Only of returned messages. */
    bounce_cause: BounceCause | null
    message_id: string
    next_attempt_at: number
    /** The worker that sends it, while `leased_until`, in the database's time, is not over. */
    leased_by: string | null
    leased_until: number | null
    created_at: number
    updated_at: number
  }

  /** One row, of all delivery workers. */
  mail_pace: {
    id: number
    /** When the next message may go, in microseconds of the database's time. */
    next_us: number
    paused_until: number
    /** Why the mail server takes no messages; empty if it does. */
    pause_reply: string
  }

  /** One row: the state of the mailbox for bounce reports. */
  bounce_mailbox: {
    id: number
    /** Why it cannot be read; empty if it can. */
    problem: string
    problem_since: number | null
    /** The number of reports with a token that this installation never issued. */
    unknown_reports: number
    set_aside: number
    /** The message whose reading began last (UIDVALIDITY/UID), and how many times it began without an end. */
    reading: string
    attempts: number
  }
}

export type Administrator = Selectable<PeopleTables['administrators']>
export type BounceMailbox = Selectable<PeopleTables['bounce_mailbox']>
export type Session = Selectable<PeopleTables['sessions']>
export type AuditRecord = Selectable<PeopleTables['audit_log']>
export type Subscription = Selectable<PeopleTables['subscriptions']>
export type Notification = Selectable<PeopleTables['notifications']>
export type Delivery = Selectable<PeopleTables['deliveries']>
