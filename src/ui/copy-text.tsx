interface CopyTextProps {
  text: string
  /** The button: `Copy citation`. */
  label: string
  /** What is said of it afterwards: `Citation`. */
  noun: string
  /** What it belongs to, for those who only hear the button. */
  what?: string | undefined
}

/**
 * Copies a text, with its confirmation and, where the clipboard is refused, a field with the text selected.
 * Needs JavaScript, and is hidden without it.
 */
export function CopyText({ text, label, noun, what }: CopyTextProps) {
  return (
    <span class="copy-link" data-copy-link={text} data-copy-noun={noun} data-needs-script hidden>
      <button type="button" class="button" data-copy-button>
        {label}
        {what && <span class="visually-hidden"> {what}</span>}
      </button>
      <input
        class="control copy-link-field"
        type="text"
        readOnly
        aria-label={`${noun} to copy`}
        value={text}
        data-copy-field
        hidden
      />
      <span class="copy-link-status" role="status" data-copy-status />
    </span>
  )
}

interface CopyLinkProps {
  /** The public, absolute address that is copied. */
  link: string
  /** What the link leads to, for those who only hear the button. */
  what?: string | undefined
}

export function CopyLink({ link, what }: CopyLinkProps) {
  return <CopyText text={link} label="Copy Link" noun="Link" what={what && `to ${what}`} />
}
