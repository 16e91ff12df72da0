import { Notice } from '../../../ui/notice.tsx'

interface TakenNoticeProps {
  sentence?: string
  /** The entry that has the docket number. */
  holder: { id: number; title: string }
}

/** A docket number is taken: by which entry, and the way there. */
export function TakenNotice({ sentence, holder }: TakenNoticeProps) {
  return (
    <Notice kind="error" title="That docket number is taken.">
      <p>
        {sentence} <a href={`/admin/entries/${holder.id}`}>Open “{holder.title}”</a>
      </p>
    </Notice>
  )
}
