import type { Queryable } from '../../../platform/database/schema.ts'
import type { FieldErrors } from '../../../platform/http/errors.ts'
import { findCaseSettings } from '../../site/queries.ts'
import { passwordProblem } from './password-rules.ts'

/**
 * Reasons against a new password by field; none when it may be used.
 * @param repeat the second field of a form that has one
 */
export async function newPasswordErrors(
  db: Queryable,
  email: string,
  password: string,
  repeat: string = password,
): Promise<FieldErrors> {
  const { caption, case_number, court, judge } = await findCaseSettings(db)
  const problem = await passwordProblem(password, [email, caption, case_number, court, judge])
  if (problem) return { password: [problem] }
  if (repeat !== password) return { password_repeat: ['The two passwords are not the same.'] }
  return {}
}
