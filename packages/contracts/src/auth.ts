import * as z from 'zod/mini'
import { requiredText } from './codes.ts'
import { Confirmation, Email, NewEmail, Password, secret } from './credentials.ts'
import { endpoint } from './endpoint.ts'
import { Instant } from './instant.ts'
import { IdParams } from './paging.ts'
import { THEME_CHOICES } from './themes.ts'
import { User } from './users.ts'

export const LoginInput = z.object({ email: Email, password: Password })

export const RegisterInput = z.object({
  name: requiredText(120, 'required'),
  email: NewEmail,
  password: Password,
  password_confirmation: Confirmation,
})

export const ChangePasswordInput = z.object({
  current_password: secret('required'),
  password: Password,
  password_confirmation: Confirmation,
})

/** The token of an emailed link. Sent only in the body, because proxies log addresses. */
const MailedRight = z.object({ token: z.string().check(z.maxLength(100)) })
/** The email of the account. */
const Address = z.object({ email: z.string() })

/** The answer's `message` of a registration, in the caller's language. */
export const REGISTERED = { tr: 'Kayıt başarılı, giriş yapıldı', en: 'Registered and signed in' } as const

export const authApi = {
  csrfCookie: endpoint('GET', '/sanctum/csrf-cookie', {}),
  login: endpoint('POST', '/api/login', { body: LoginInput, reply: z.object({ token: z.string(), user: User }) }),
  logout: endpoint('POST', '/api/logout', {}),
  me: endpoint('GET', '/api/user', { reply: User }),
  register: endpoint('POST', '/api/register', {
    body: RegisterInput,
    reply: z.object({ token: z.string(), user: User, message: z.string() }),
    status: 201,
  }),
  changePassword: endpoint('POST', '/api/change-password', {
    body: ChangePasswordInput,
    reply: z.object({ token: z.string() }),
  }),
  updateTheme: endpoint('POST', '/api/update-theme', {
    body: z.object({ theme: z.enum(THEME_CHOICES) }),
    reply: z.object({ theme: z.string() }),
  }),
  updateLocale: endpoint('POST', '/api/update-locale', {
    body: z.object({ locale: z.enum(['tr']) }),
    reply: z.object({ locale: z.string() }),
  }),
  /** The same answer whether or not the account exists; 409 when the installation cannot send email. */
  forgotPassword: endpoint('POST', '/api/forgot-password', {
    body: z.object({ email: NewEmail }),
    reply: z.object({ link_minutes: z.int() }),
  }),
  /** Returns the account of the link, which stays valid. */
  checkPasswordReset: endpoint('POST', '/api/reset-password/check', { body: MailedRight, reply: Address }),
  /** A link works once; all sessions of the user end. */
  resetPassword: endpoint('POST', '/api/reset-password', {
    body: z.object({ ...MailedRight.shape, password: Password, password_confirmation: Confirmation }),
    reply: Address,
  }),
  /** Emails the link to the caller. */
  askEmailConfirmation: endpoint('POST', '/api/email-confirmation', { reply: Address }),
  confirmEmail: endpoint('POST', '/api/confirm-email', { body: MailedRight, reply: Address }),
}

/** A valid session of the caller. */
export const Session = z.object({
  id: z.int(),
  created_at: Instant,
  /** Accurate to the minute. */
  last_used_at: Instant,
  /** IP address from which it was opened. */
  address: z.nullable(z.string()),
  /** Short, such as "Chrome · Android"; null when unknown. */
  browser: z.nullable(z.string()),
  /** Whether it is the caller's current session. */
  current: z.boolean(),
  /** Whether alarms are pushed to its browser. */
  push: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const sessionsApi = {
  /** The caller's own sessions, the last used first; at most twenty. */
  list: endpoint('GET', '/api/sessions', { reply: z.object({ data: z.array(Session) }) }),
  end: endpoint('DELETE', '/api/sessions/:id', { params: IdParams }),
  /** Ends all but the current session. */
  endOthers: endpoint('DELETE', '/api/sessions', {}),
}
