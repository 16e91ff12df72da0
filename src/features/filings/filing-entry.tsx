import type { Entry, FilingEntry } from '../../platform/database/schema.ts'
import { formatDate } from '../../shared/date.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { needsDecision } from '../checks/finding-rules.ts'
import { ENTRY_LABELS, readTyped } from '../docket/entries/entry-fields.ts'
import { entryName, STATE_LABELS, stateOf } from '../docket/entries/entry-rules.ts'
import { FilingRows, type FilingRowsProps } from './filing-documents.tsx'
import { guessesOf, headingId } from './filing-rules.ts'

interface EntryFieldsetProps extends FilingRowsProps {
  entry: FilingEntry
  /** The existing entry that the documents are added to. */
  holder: Entry | undefined
  stampedDate: string | undefined
}

export function FilingEntryFieldset({ entry, holder, stampedDate, ...rows }: EntryFieldsetProps) {
  const { documents, findings } = rows
  const name = entry.number ? `No. ${entry.number}` : 'Unnumbered entry'
  const heading = headingId(entry.id)
  const guesses = guessesOf(entry)
  const isUndecided = documents.some(({ id }) => findings.get(id)?.some(needsDecision))
  const of = <span class="visually-hidden">: {entry.title || name}</span>
  const one = { formAction: `${rows.action}?only=${entry.id}`, name: 'action' }
  return (
    <section class="proposed" aria-labelledby={heading} data-proposed={entry.number}>
      <h2 id={heading}>
        {name}
        {entry.title && of}
      </h2>
      {entry.problem && <Notice kind="error" title={entry.problem} />}
      {holder && <AddedTo holder={holder} hasDocuments={documents.length > 0} />}
      <EntryFields entry={entry} isAdded={holder !== undefined} />
      {guesses.length > 0 && (
        <p class="guess">
          <input type="hidden" name={`guessed-${entry.id}`} value={guesses.join(' ')} />
          Guessed, not read: {guesses.map((name) => ENTRY_LABELS[name].toLowerCase()).join(', ')}.{' '}
          <Button kind="small" name="accept" value={entry.id}>
            Accept{of}
          </Button>
        </p>
      )}
      {!holder && stampedDate !== undefined && stampedDate !== entry.filed_on && (
        <p class="guess">
          The stamp has a different date.{' '}
          <Button kind="small" name="use_date" value={`${entry.id} ${stampedDate}`}>
            Use {formatDate(stampedDate)}
            {of}
          </Button>
        </p>
      )}
      <FilingRows {...rows} />
      {isUndecided && (
        <TextArea
          name={`reason-${entry.id}`}
          label="Reason for publishing anyway"
          value={entry.reason}
          rows={2}
          hint="Required to publish. Recorded with your name on the entry’s page and in the audit log."
        />
      )}
      <div class="form-actions">
        <Button kind="small" {...one} value="publish">
          {isUndecided ? 'Publish anyway' : 'Publish'}
          {of}
        </Button>
        <Button kind="small" {...one} value="draft">
          Save as draft{of}
        </Button>
        <Button kind="small" name="remove" value={entry.id}>
          Remove{of}
        </Button>
      </div>
    </section>
  )
}

function AddedTo({ holder, hasDocuments }: { holder: Entry; hasDocuments: boolean }) {
  const state = stateOf(holder)
  return (
    <Notice kind="info">
      <p>
        {hasDocuments
          ? 'These documents are added to '
          : 'Already on the docket, and no documents are added: '}
        <a href={`/admin/entries/${holder.id}`}>{entryName(holder)}</a> (
        {STATE_LABELS[state].toLowerCase()}). Its date, title, and text do not change.
        {state === 'draft' && ' Publishing makes the whole entry public.'}
      </p>
    </Notice>
  )
}

/** For an existing entry, only the number can be edited here. */
function EntryFields({ entry, isAdded }: { entry: FilingEntry; isAdded: boolean }) {
  const { errors } = readTyped({ ...entry, status: 'draft' })
  const guesses = guessesOf(entry)
  const field = (name: 'number' | 'filed_on' | 'title' | 'description' | 'type' | 'filed_by') => ({
    name: `${name}-${entry.id}`,
    label: ENTRY_LABELS[name],
    value: entry[name],
    // A field that is still blank is not an error until it is published.
    errors: entry[name] === '' ? [] : errors[name],
    hint: guesses.some((one) => one === name) ? 'Not read from the PDF' : undefined,
  })
  const number = <Field {...field('number')} label="Number" inputMode="numeric" />
  if (isAdded) return <div class="proposed-fields">{number}</div>
  return (
    <>
      <div class="proposed-fields">
        {number}
        <Field {...field('filed_on')} type="date" />
        <Field {...field('title')} />
        <Field {...field('type')} />
        <Field {...field('filed_by')} />
      </div>
      <details class="form-part" open={entry.description !== ''}>
        <summary>Docket text</summary>
        <TextArea {...field('description')} rows={3} />
      </details>
    </>
  )
}
