import type { CaseFacts } from '../../ui/layout/case-about.tsx'

/** The dates and parties that an import, or the administrator, wrote on the page “About this site”. */
export function readCaseFacts(about: string): CaseFacts {
  const dateOf = (name: string) =>
    new RegExp(`^- Date ${name}: (\\d\\d/\\d\\d/\\d{4})$`, 'm').exec(about)?.[1]
  return {
    filed: dateOf('filed'),
    terminated: dateOf('terminated'),
    hasParties: /^#+ Parties\b/m.test(about),
  }
}
