/* The script of a closing archive: what a server did for the search, for old links, and for Verify. */
import './archive/open-page.ts'
import './site.ts'
import { startArchiveSearch } from './archive/search.ts'

startArchiveSearch()
