import type { CaseSettings } from '../../platform/database/schema.ts'
import { oneLine } from '../../shared/clean-text.ts'
import { formatDate } from '../../shared/date.ts'

/** For hosts such as Netlify and Cloudflare Pages: what files alone cannot say. */
export const REDIRECTS = `/api/documents/:id/download /documents/:id.pdf 302
/api/docket-entries /api/docket-entries.json 200
/api/docket-entries/:id /api/docket-entries/:id.json 200
`

const NGINX = `# Serves the archive at the addresses that the docket had. Change the two lines that are marked.
server {
  listen 80;
  server_name docket.example.com; # change
  root /srv/archive/data; # change
  index index.html;
  absolute_redirect off;
  rewrite ^/api/documents/([0-9]+)/download$ /documents/$1.pdf redirect;
  location / { try_files $uri $uri/index.html $uri.json =404; }
  # Adds the final slash, so that relative links on these pages work.
  location ~ ^/(entries|documents|ecf|page|about|verify)(/[0-9-]+)?(/text(/[0-9]+)?)?$ { return 301 $uri/; }
}
`

/** The files beside the site: what it is, and how to serve and check it (RFC 8493, section 2.2). */
export function tagFiles(settings: CaseSettings, day: string): Record<string, string> {
  const { caption, case_number, closed_on } = settings
  const name = oneLine(caption || case_number) || 'a court docket'
  const closed = closed_on ? `, closed on ${formatDate(closed_on)}` : ''
  return {
    'nginx.conf': NGINX,
    'README.txt': `This is the archive of the docket of ${name}${closed}, made on ${formatDate(day)}.

To read it, open data/index.html in a browser. It needs no server and no connection.
To publish it, copy the folder "data" to any web host. Addresses of the former site, such as /entries/12,
/documents/34, and /ecf/45-2, stay the same. For the former addresses of downloads and of the API, the
host needs data/_redirects (Netlify, Cloudflare Pages) or nginx.conf; without them, a page leads to the PDF.

To check that nothing is missing or changed, in this folder:
  sha256sum --check --quiet tagmanifest-sha256.txt manifest-sha256.txt
(macOS: shasum -a 256 --check). Or, with the program: docket archive:verify FOLDER
The folder follows RFC 8493 (BagIt), so archivists' tools can check it, too.
`,
  }
}
