interface CopyTextProps {
  text: string
  label: string
  /** `Citation`, as in "Citation copied". */
  noun: string
  what?: string | undefined
}

/** If the clipboard is unavailable, the field shows the text, selected. */
export function CopyText({ text, label, noun, what }: CopyTextProps) {
  return (
    <span class="copy-link" data-copy-link={text} data-copy-noun={noun} data-needs-script>
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

export function CopyLink({ link, what }: { link: string; what?: string }) {
  return <CopyText text={link} label="Copy Link" noun="Link" what={what && `to ${what}`} />
}

export function CopyCitation({ citation, what }: { citation: string; what: string }) {
  return <CopyText text={citation} label="Copy citation" noun="Citation" what={`of ${what}`} />
}
