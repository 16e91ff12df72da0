import { createVisitor } from './visitor.ts'

export const ADMIN_EMAIL = 'clerk@example.com'
export const ADMIN_PASSWORD = 'a clerk of quiet mornings'

export async function signIn(origin: string) {
  const visitor = createVisitor(origin)
  await visitor.get('/admin/login')
  const typed = { email: ADMIN_EMAIL, password: ADMIN_PASSWORD }
  const { status, body } = await visitor.post('/admin/login', typed)
  if (status !== 303) throw new Error(`sign-in answered ${status}: ${body}`)
  await visitor.get('/admin/account')
  return visitor
}
