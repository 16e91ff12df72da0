import { startKeptAtSignIn } from './forms/kept-at-sign-in.ts'
import { startSubscribeForms } from './forms/subscribe.ts'
import { revealScripted } from './needs-script.ts'
import { startNews } from './news.ts'
import { startAddressGuard } from './own-address.ts'
import { startVerify } from './verify.ts'
import { startCopyLinks } from './viewer/copy-link.ts'
import { startInlineViewer } from './viewer/inline-viewer.ts'
import { startViewer } from './viewer/viewer.ts'

revealScripted()
startCopyLinks()
startSubscribeForms()
startInlineViewer()
startViewer()
startVerify()
startNews()
startAddressGuard()
startKeptAtSignIn()
