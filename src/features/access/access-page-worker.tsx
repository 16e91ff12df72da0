/* The thread of access-page-thread.ts: makes the HTML of the page. */
import { loadAssets } from '../../platform/http/assets.ts'
import { lowerPriority } from '../../platform/lower-priority.ts'
import { answerQuestions } from '../../platform/thread-answers.ts'
import { renderPage } from '../../ui/render.tsx'
import { AccessPage, type AccessPageProps } from './access-page.tsx'

lowerPriority()
const assets = loadAssets()
answerQuestions(async (props: AccessPageProps) =>
  renderPage(<AccessPage assets={assets} {...props} />),
)
