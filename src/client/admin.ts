import { startArranging } from './forms/arrange.ts'
import { startDocketText } from './forms/docket-text.ts'
import { markEmptyDates } from './forms/empty-dates.ts'
import { focusOutcome } from './forms/form-errors.ts'
import { keepPlace } from './forms/keep-place.ts'
import { keepPostedForms } from './forms/kept-forms.ts'
import { startShowPassword } from './forms/show-password.ts'
import { submitOnce } from './forms/submit-once.ts'
import { startUnsavedWarning } from './forms/unsaved.ts'
import { startLiveProgress } from './tables/live-progress.ts'
import { startLocalFilters, startSelectAll, startSortableTables } from './tables/local-tables.ts'
import { startUploadForm } from './upload/upload.ts'
import { startCopyLinks } from './viewer/copy-link.ts'

markEmptyDates()
startCopyLinks()
startLocalFilters()
startSortableTables()
startSelectAll()
startUploadForm()
startDocketText()
startArranging()
startUnsavedWarning()
startShowPassword()
keepPostedForms()
submitOnce()
keepPlace()
focusOutcome()
startLiveProgress()
