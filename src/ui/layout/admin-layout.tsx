import type { ComponentChildren } from 'preact'
import { ButtonLink } from '../button.tsx'
import { CsrfField } from '../form.tsx'
import { Notice } from '../notice.tsx'
import { HtmlDocument } from './html-document.tsx'
import { caseName, type PublicFrame } from './layout.tsx'

export interface AdminFrame extends PublicFrame {
  admin: { email: string; hasGeneratedPassword?: boolean }
  csrfToken: string
  /** Shown on every admin page (CONTRACT.md section 6). */
  mode: 'test' | 'live'
  testRecipient?: string | undefined
  /** What was just done. */
  done?: string | undefined
}

interface AdminLayoutProps extends AdminFrame {
  title: string
  current: string
  actions?: ComponentChildren
  children: ComponentChildren
}

const navigation = {
  '/admin': 'Dashboard',
  '/admin/entries': 'Entries',
  '/admin/subscribers': 'Subscribers',
  '/admin/notifications': 'Notifications',
  '/admin/document-access': 'Document Access',
  '/admin/settings': 'Settings',
  '/admin/admins': 'Administrators',
  '/admin/audit-log': 'Audit log',
  '/admin/account': 'Account',
}

export function AdminLayout(props: AdminLayoutProps) {
  const { title, current, done, actions, children, ...frame } = props
  const fullTitle = `${title} – ${caseName(frame.site)} – Administration`
  return (
    <HtmlDocument title={fullTitle} assets={frame.assets} area="admin" noIndex>
      <header class="admin-header">
        <p class="admin-case">
          <a href="/admin">{caseName(frame.site)}</a>
        </p>
        <NotificationMode {...frame} />
        {/* In a narrow window, it opens the menu, even without JavaScript. */}
        <button type="button" class="button admin-menu-button" popovertarget="admin-menu">
          Menu
        </button>
      </header>
      <div class="admin-body">
        <AdminMenu {...frame} current={current} />
        <main class="admin-page" id="content" tabIndex={-1}>
          <div class="page-heading">
            <h1>{title}</h1>
            {actions && <div class="page-actions">{actions}</div>}
          </div>
          {frame.admin.hasGeneratedPassword && (
            <Notice kind="warn" title="Your password was generated for you.">
              <p>
                Please <a href="/admin/account">choose your own</a>.
              </p>
            </Notice>
          )}
          {done && <Notice kind="success" title={done} />}
          {children}
        </main>
      </div>
    </HtmlDocument>
  )
}

export function FilingActions() {
  return (
    <>
      <ButtonLink href="/admin/filings/new">File documents</ButtonLink>
      <ButtonLink kind="primary" href="/admin/entries/new">
        New entry
      </ButtonLink>
    </>
  )
}

export const LEAVE_TESTING =
  'To notify subscribers, set NOTIFICATIONS_MODE=live and restart the service.'

function NotificationMode({ mode, testRecipient }: AdminFrame) {
  if (mode === 'live')
    return (
      <p class="mode mode-live" data-notification-mode="live">
        <strong>Live mode</strong> notifications go to every active subscriber
      </p>
    )
  return (
    <details class="mode mode-test" data-notification-mode="test">
      <summary>
        <strong>Testing mode</strong>{' '}
        {testRecipient
          ? `notifications go only to ${testRecipient}`
          : 'no test recipient is set, so nothing can be sent'}
      </summary>
      <p>{LEAVE_TESTING}</p>
    </details>
  )
}

function AdminMenu({ admin, csrfToken, current }: AdminFrame & { current: string }) {
  const [mailbox, domain] = admin.email.split('@')
  return (
    <aside class="admin-menu" id="admin-menu" popover="auto" aria-label="Menu">
      <div>
        <nav class="admin-nav" aria-label="Administration">
          <ul>
            {Object.entries(navigation).map(([href, label]) => (
              <li key={href}>
                <a href={href} aria-current={href === current ? 'page' : undefined}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="admin-who">
          <a href="/">View public site</a>
          <p class="admin-email">
            {mailbox}@<wbr />
            {domain}
          </p>
          <form method="post" action="/admin/logout">
            <CsrfField token={csrfToken} />
            <button type="submit">Sign out</button>
          </form>
        </div>
      </div>
    </aside>
  )
}
