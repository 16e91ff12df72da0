import { startCharts } from './chart-reader.ts'
import { startCopyLinks } from './copy-link.ts'
import { startDocketText } from './docket-text.ts'
import { focusOutcome } from './focus-outcome.ts'
import { keepPostedForms } from './keep-forms.ts'
import { startLiveProgress } from './live-progress.ts'
import { startLocalFilters } from './local-filter.ts'
import { revealScripted } from './needs-script.ts'
import { startShortcuts } from './shortcuts.ts'
import { startSortableTables } from './sortable.ts'
import { startUnsavedWarning } from './unsaved.ts'
import { startUploadForms } from './upload.ts'

revealScripted()
startCopyLinks()
startLocalFilters()
startSortableTables()
startUploadForms()
startDocketText()
startUnsavedWarning()
keepPostedForms()
startShortcuts()
focusOutcome()
startLiveProgress()
startCharts()
