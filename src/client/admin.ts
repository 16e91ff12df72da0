import { startCopyLinks } from './copy-link.ts'
import { startLiveProgress } from './live-progress.ts'
import { startLocalFilters } from './local-filter.ts'
import { revealScripted } from './needs-script.ts'
import { startSortableTables } from './sortable.ts'
import { startUploadForms } from './upload.ts'

revealScripted()
startCopyLinks()
startLocalFilters()
startSortableTables()
startUploadForms()
startLiveProgress()
