import { cutText, oneLine } from './clean-text.ts'

/** About what search engines show below a title. */
const SUMMARY_MOST = 200

/** The beginning of a text on one line, cut between words. */
export function summary(text: string, most = SUMMARY_MOST): string {
  const line = oneLine(text)
  if (line.length <= most) return line
  const cut = cutText(line, most)
  const end = cut.lastIndexOf(' ')
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\s.,;:–—-]+$/u, '')} …`
}
