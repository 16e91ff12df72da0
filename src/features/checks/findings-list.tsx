import type { ComponentChildren } from 'preact'
import { bySeverity, type Finding, isDisclosure, KIND_LABELS, spotSize } from './finding-rules.ts'

/** @param file the address of the PDF @param picture that of the finding's picture, if it has a place on a page */
export function FindingsList<Row extends Finding>(props: {
  findings: readonly Row[]
  file: string
  picture: (finding: Row) => string
  decision?: (finding: Row) => ComponentChildren
}) {
  const { findings, file, picture, decision } = props
  if (findings.length === 0) return null
  return (
    <ul class="findings">
      {[...findings].sort(bySeverity).map((finding) => {
        const { kind, page, box, text } = finding
        const address = picture(finding)
        return (
          <li
            key={address}
            class={isDisclosure(finding) ? 'finding is-grave' : 'finding'}
            data-finding={kind}
          >
            <p>
              <strong>{KIND_LABELS[kind]}</strong>
              {page !== null && (
                <>
                  {' '}
                  (<a href={`${file}#page=${page}`}>page {page}</a>)
                </>
              )}
              : {text}
            </p>
            {page !== null && box !== null && (
              <img
                class="finding-picture"
                src={address}
                alt={`Page ${page}, with the finding outlined`}
                loading="lazy"
                {...spotSize(box)}
              />
            )}
            {decision?.(finding)}
          </li>
        )
      })}
    </ul>
  )
}
