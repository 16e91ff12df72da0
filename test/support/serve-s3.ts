import { serveStore } from './s3-server.ts'

/* The store of deploy/try-compose.sh, which bundles this file. */

await serveStore('/objects', 7070)
