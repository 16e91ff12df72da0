import { ButtonLink } from './button.tsx'
import { CopyLink } from './copy-text.tsx'

/** client/viewer/viewer.ts adds the frame when it opens, so that nothing is requested earlier. */
export function ViewerDialog() {
  return (
    <dialog class="viewer" data-viewer data-needs-server aria-labelledby="viewer-title">
      <div class="viewer-panel" tabIndex={-1} data-viewer-panel>
        <header class="viewer-header">
          <h2 class="viewer-title" id="viewer-title" aria-live="polite" data-viewer-title>
            Document
          </h2>
          <div class="viewer-actions">
            <button type="button" class="button" data-viewer-step={-1}>
              Previous<span class="visually-hidden"> document</span>
            </button>
            <button type="button" class="button" data-viewer-step={1}>
              Next<span class="visually-hidden"> document</span>
            </button>
            <CopyLink link="" />
            <ButtonLink href="/" data-viewer-download>
              Download
            </ButtonLink>
            <ButtonLink href="/" target="_blank" rel="noopener" data-viewer-new-tab>
              Open in new tab
            </ButtonLink>
            <button type="button" class="button button-primary" data-viewer-close>
              Close
            </button>
          </div>
        </header>
        <div class="viewer-frame" data-viewer-frame />
      </div>
    </dialog>
  )
}

/** Placeholder for the frame on the document's own page; shown if the client rules allow it. */
export function InlineViewer({ address, title }: { address: string; title: string }) {
  return (
    <div
      class="viewer-frame viewer-frame-inline"
      data-inline-viewer={address}
      data-title={title}
      hidden
    />
  )
}
