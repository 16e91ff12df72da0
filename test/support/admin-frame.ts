import type { AdminFrame } from '../../src/ui/layout/admin-layout.tsx'
import type { SiteHeader } from '../../src/ui/layout/layout.tsx'

/** What pages know of the case. */
export const siteOf = (changes: Partial<SiteHeader> = {}): SiteHeader => ({
  caption: 'Doe v. Roe',
  caseNumber: '',
  court: '',
  judge: '',
  description: '',
  contact: '',
  publicUrl: 'https://docket.example.com',
  timeZone: 'America/New_York',
  ...changes,
})

export const adminFrame: AdminFrame = {
  site: siteOf(),
  assets: (name) => ({ href: `/assets/${name}`, integrity: '' }),
  admin: { email: 'clerk@example.com' },
  csrfToken: 'token',
  mode: 'test',
}
