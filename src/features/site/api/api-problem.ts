import { z } from 'zod'
import { PROBLEM_CODES, type ProblemCode } from '../../../platform/http/problem-codes.ts'

/** RFC 9457, with a stable `code`. */
export const Problem = z
  .looseObject({
    type: z.literal('about:blank'),
    title: z.string().describe('The kind of error, for people'),
    status: z.int().describe('As the HTTP status'),
    detail: z.string().describe('What happened and what to do, in a sentence for people'),
    code: z.string().describe('The kind of error, for programs; stable'),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .describe('Where values are not valid: the reasons, by the name of the value'),
  })
  .describe('An error (RFC 9457)')

const PROBLEM = '#/components/schemas/Problem'

/** The body of an error; `codes` are those that this status has here. */
export function problemOf(status?: number, codes: readonly ProblemCode[] = []) {
  const [code] = codes
  const schema = code
    ? { allOf: [{ $ref: PROBLEM }, { properties: { code: { enum: codes } } }] }
    : { $ref: PROBLEM }
  const example = code && {
    example: {
      type: 'about:blank',
      title: titleOf(code),
      status,
      detail: PROBLEM_CODES[code],
      code,
    },
  }
  return { content: { 'application/problem+json': { schema, ...example } } }
}

const titleOf = (code: string) =>
  code.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())
