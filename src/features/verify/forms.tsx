/** A file is hashed in the browser; without JavaScript, or for many files, the hash itself can be given. */
export function VerifyForms({ typed }: { typed: string }) {
  return (
    <>
      <div class="verify-file" data-verify data-needs-script hidden>
        <label class="field-label" for="verify-file">
          Choose a PDF, or drop it here
        </label>
        <input
          class="control control-file"
          type="file"
          id="verify-file"
          accept=".pdf,application/pdf"
          aria-describedby="verify-private"
          data-verify-file
        />
        <p class="field-hint" id="verify-private">
          Your file is not uploaded. Your browser computes its SHA-256, a 64-character fingerprint,
          and sends only that.
        </p>
        <progress
          class="verify-progress"
          max={1}
          value={0}
          aria-label="Read so far"
          hidden
          data-verify-progress
        />
        <p class="verify-status" role="status" data-verify-status />
      </div>
      <form class="verify-hash" method="get" action="/verify">
        <label class="field-label" for="verify-sha256">
          Or paste its SHA-256
        </label>
        <div class="field-row">
          <input
            class="control hash"
            type="text"
            id="verify-sha256"
            name="sha256"
            value={typed}
            maxLength={200}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            required
          />
          <button type="submit" class="button">
            Check
          </button>
        </div>
      </form>
    </>
  )
}

const COMMANDS = [
  ['Windows (PowerShell)', 'Get-FileHash "document.pdf"'],
  ['macOS (Terminal)', 'shasum -a 256 "document.pdf"'],
  ['Linux', 'sha256sum "document.pdf"'],
] as const

export function HowToHash() {
  return (
    <details class="verify-how">
      <summary>How to compute a SHA-256 yourself</summary>
      <dl>
        {COMMANDS.map(([system, command]) => (
          <div key={system}>
            <dt>{system}</dt>
            <dd>
              <code>{command}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
