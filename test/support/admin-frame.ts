import type { AdminFrame } from '../../src/ui/layout/admin-layout.tsx'

/** The frame of an admin page, for tests of its contents. */
export const adminFrame: AdminFrame = {
  site: {
    caption: 'Doe v. Roe',
    caseNumber: '',
    court: '',
    judge: '',
    description: '',
    contact: '',
    publicUrl: 'https://docket.example.com',
    timeZone: 'America/New_York',
  },
  assets: (name) => ({ href: `/assets/${name}`, integrity: '' }),
  admin: { email: 'clerk@example.com' },
  csrfToken: 'token',
  mode: 'test',
}
