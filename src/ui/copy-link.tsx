import { CopyText } from './copy-text.tsx'

interface CopyLinkProps {
  /** The public, absolute address that is copied. */
  link: string
  /** What the link leads to, for those who only hear the button. */
  what?: string | undefined
}

export function CopyLink({ link, what }: CopyLinkProps) {
  return <CopyText text={link} label="Copy Link" noun="Link" what={what && `to ${what}`} />
}
