declare module '@20minutes/s3rver' {
  interface Context {
    method: string
    path: string
    query: Record<string, string | undefined>
    status: number
    type: string
    state: Record<string, unknown>
    body: unknown
  }

  /** The parts of it that the tests use; the package has no types of its own. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      vhostBuckets: boolean
      configureBuckets: { name: string }[]
    })
    middleware: ((context: Context, next: () => Promise<void>) => Promise<void>)[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}

declare module '@20minutes/s3rver/lib/models/account.js' {
  /** Whose keys are let in. */
  export const DUMMY_ACCOUNT: { createKeyPair(accessKey: string, secretKey: string): void }
}
