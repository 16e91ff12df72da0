import type { Handler } from '../../platform/http/api-schema.ts'
import type { Platform } from '../../platform/platform.ts'
import { renderPage } from '../../ui/layout/render.tsx'
import { findCaseSettings } from '../site/queries.ts'
import type { PageDeps } from '../site/site-frame.ts'
import { AboutPage, FollowPage } from './about-pages.tsx'
import { renderMarkdown } from './markdown.ts'

export function createAboutHandlers({ db }: Platform, { findFrame, sendPage }: PageDeps) {
  async function renderAbout(): Promise<string> {
    const { about } = await findCaseSettings(db)
    return renderPage(<AboutPage layout={await findFrame()} about={renderMarkdown(about).trim()} />)
  }
  const renderFollow = async () => renderPage(<FollowPage layout={await findFrame()} />)

  return {
    about: (request, reply) => sendPage(request, reply, { key: '/about', render: renderAbout }),
    follow: (request, reply) => sendPage(request, reply, { key: '/follow', render: renderFollow }),
  } satisfies Record<string, Handler>
}
