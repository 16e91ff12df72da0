import type { ErrorView } from '../../platform/http/server.ts'
import { renderPage } from '../../ui/render.tsx'
import { ErrorPage } from './pages.tsx'
import type { FindFrame } from './site-frame.ts'

/** The friendly page of an error; it appears without the case's name where the database does not answer. */
export async function renderErrorPage(findFrame: FindFrame, error: ErrorView): Promise<string> {
  return renderPage(<ErrorPage layout={await findFrame()} {...error} />)
}
