interface CopyLinkProps {
  /** The public, absolute address that is copied. */
  link: string
  /** What the link leads to, for those who only hear the button. */
  what?: string | undefined
}

/**
 * Copy Link, with its confirmation and, where the clipboard is refused, a field with the link selected.
 * Needs JavaScript, and is hidden without it.
 */
export function CopyLink({ link, what }: CopyLinkProps) {
  return (
    <span class="copy-link" data-copy-link={link} data-needs-script hidden>
      <button type="button" class="button" data-copy-button>
        Copy Link{what && <span class="visually-hidden"> to {what}</span>}
      </button>
      <input
        class="control copy-link-field"
        type="text"
        readOnly
        aria-label="Link to copy"
        value={link}
        data-copy-field
        hidden
      />
      <span class="copy-link-status" role="status" data-copy-status />
    </span>
  )
}
