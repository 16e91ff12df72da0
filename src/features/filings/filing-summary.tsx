import type { FilingEntry } from '../../platform/database/schema.ts'
import { counted } from '../../shared/number-rules.ts'
import { Button } from '../../ui/button.tsx'
import { type Finding, needsDecision } from '../checks/finding-rules.ts'
import { readTyped } from '../docket/entries/entry-fields.ts'
import { guessesOf, headingId } from './filing-rules.ts'

export const countedEntries = (count: number) => counted(count, 'entry', 'entries')

type Readiness = 'ready' | 'decision' | 'guessed'

export function readinessOf(
  entry: FilingEntry,
  findings: readonly Pick<Finding, 'kind'>[],
  hasDocuments: boolean,
): Readiness {
  const { errors } = readTyped({ ...entry, status: 'published' })
  // An existing entry gets nothing but documents.
  const isComplete = entry.entry_id === null ? Object.keys(errors).length === 0 : hasDocuments
  // The entry has the file; with the same number it is refused.
  const isRepeated = entry.entry_id !== null && findings.some(({ kind }) => kind === 'duplicate')
  if (isRepeated || !isComplete || (findings.some(needsDecision) && entry.reason === ''))
    return 'decision'
  if (guessesOf(entry).length > 0) return 'guessed'
  return entry.problem === '' ? 'ready' : 'decision'
}

type SummaryProps = { byReadiness: ReadonlyMap<Readiness, readonly FilingEntry[]> }

export function FilingSummary({ byReadiness }: SummaryProps) {
  const ready = byReadiness.get('ready') ?? []
  const decision = byReadiness.get('decision') ?? []
  const guessed = byReadiness.get('guessed') ?? []
  const count = ready.length + decision.length + guessed.length
  const parts = [
    ready.length > 0 && `${ready.length} ready`,
    decision.length > 0 && `${counted(decision.length, 'needs', 'need')} a decision`,
    guessed.length > 0 && `${counted(guessed.length, 'was', 'were')} guessed`,
  ]
  return (
    <div class="proposal-summary">
      <p>
        <strong>
          {countedEntries(count)}: {parts.filter(Boolean).join(', ') || 'none ready'}.
        </strong>{' '}
        Nothing below is public yet.
      </p>
      <Remaining label="Need a decision" entries={decision} />
      <Remaining label="Guessed" entries={guessed} />
    </div>
  )
}

function Remaining({ label, entries }: { label: string; entries: readonly FilingEntry[] }) {
  if (entries.length === 0) return null
  return (
    <p>
      {label}:{' '}
      {entries.map(({ id, number, title }, index) => (
        <>
          {index > 0 && ', '}
          <a href={`#${headingId(id)}`}>{number ? `No. ${number}` : title || 'Unnumbered entry'}</a>
        </>
      ))}
    </p>
  )
}

export function FilingButtons({ byReadiness }: SummaryProps) {
  const ready = byReadiness.get('ready') ?? []
  return (
    <div class="form-actions">
      <Button kind="primary" name="action" value="publish">
        Publish {ready.length > 0 ? countedEntries(ready.length) : 'entries'}
      </Button>
      <Button name="action" value="draft">
        Save as drafts
      </Button>
      <Button name="action" value="save">
        Save changes
      </Button>
    </div>
  )
}
