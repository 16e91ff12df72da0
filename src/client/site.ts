import { markEmptyDates } from './forms/empty-dates.ts'
import { startKeptFormNotice } from './forms/kept-forms.ts'
import { startShowPassword } from './forms/show-password.ts'
import { submitOnce } from './forms/submit-once.ts'
import { startNews } from './news.ts'
import { startPrint } from './print.ts'
import { startSelection } from './selection.ts'
import { startVerify } from './verify.ts'
import { startCopyLinks } from './viewer/copy-link.ts'
import { startAddressGuard, startInlineViewer, startViewer } from './viewer/viewer.ts'

markEmptyDates()
startCopyLinks()
submitOnce()
startInlineViewer()
startViewer()
startVerify()
startNews()
startPrint()
startSelection()
startAddressGuard()
startShowPassword()
startKeptFormNotice()
