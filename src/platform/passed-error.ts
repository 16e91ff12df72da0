/** An error on its way from one thread to another. Structured cloning keeps its message and loses its code. */
export interface PassedError {
  message: string
  code: string | undefined
}

export function passError(error: unknown): PassedError {
  return { message: error instanceof Error ? error.message : String(error), code: codeOf(error) }
}

/** Its own, or that of what it was made of. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, cause } = error as Error & { code?: unknown }
  return typeof code === 'string' ? code : codeOf(cause)
}

/** With the stack of whoever receives it: that one tells what was being done. */
export const receiveError = (passed: PassedError): Error => Object.assign(new Error(), passed)
