import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js'
import { serveStore } from './s3-server.ts'

/* Stands in for the store of deploy/compose.yaml, with its settings and its command: test/support/docker.ts bundles this file. */

DUMMY_ACCOUNT.createKeyPair(process.env.ROOT_ACCESS_KEY ?? '', process.env.ROOT_SECRET_KEY ?? '')
await serveStore(process.argv.at(-1) ?? '', 7070)
