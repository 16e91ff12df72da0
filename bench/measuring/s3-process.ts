/* A store for bench/s3.ts; sends its address to the parent. */
import { startS3Server } from '../../test/support/s3-server.ts'

const server = await startS3Server()
process.send?.(server.url('bench'))
