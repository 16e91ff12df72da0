import { startCopyLinks } from './copy-link.ts'
import { startInlineViewer } from './inline-viewer.ts'
import { startKeptAtSignIn } from './kept-at-sign-in.ts'
import { revealScripted } from './needs-script.ts'
import { startNews } from './news.ts'
import { startAddressGuard } from './own-address.ts'
import { startSubscribeForms } from './subscribe.ts'
import { startVerify } from './verify.ts'
import { startViewer } from './viewer.ts'

revealScripted()
startCopyLinks()
startSubscribeForms()
startInlineViewer()
startViewer()
startVerify()
startNews()
startAddressGuard()
startKeptAtSignIn()
