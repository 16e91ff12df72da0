import { revealScripted } from './element.ts'
import { startKeptAtSignIn } from './forms/kept-forms.ts'
import { startSubscribeForms } from './forms/subscribe.ts'
import { startNews } from './news.ts'
import { startAddressGuard } from './own-address.ts'
import { startVerify } from './verify.ts'
import { startCopyLinks } from './viewer/copy-link.ts'
import { startViewer } from './viewer/viewer.ts'
import { startInlineViewer } from './viewer/viewer-panel.ts'

revealScripted()
startCopyLinks()
startSubscribeForms()
startInlineViewer()
startViewer()
startVerify()
startNews()
startAddressGuard()
startKeptAtSignIn()
