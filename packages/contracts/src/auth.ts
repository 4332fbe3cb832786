import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { User } from './users.ts'

export const THEMES = ['light', 'dark', 'minimal', 'colorful', 'pastel', 'retro', 'sunset', 'navy'] as const
export type ThemeName = (typeof THEMES)[number]

/** 8 to 128 code points after NFC, which only the server counts (`password.rules.ts`); here a bound on what is read at all. */
const Password = z
  .string({ error: 'password_required' })
  .check(z.minLength(1, { error: 'password_required' }), z.maxLength(1024))
const Email = z
  .string({ error: 'email_required' })
  .check(z.trim(), z.minLength(1, { error: 'email_required' }), z.maxLength(254))

export const LoginInput = z.object({
  email: Email,
  password: z
    .string({ error: 'password_required' })
    .check(z.minLength(1, { error: 'password_required' }), z.maxLength(1024)),
})

export const RegisterInput = z.object({
  name: z.string({ error: 'required' }).check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(120)),
  email: Email.check(z.regex(/^[^\s@]+@[^\s@]+$/, { error: 'email_invalid' })),
  password: Password,
  password_confirmation: z.string({ error: 'required' }).check(z.maxLength(1024)),
})

export const ChangePasswordInput = z.object({
  current_password: z.string({ error: 'required' }).check(z.minLength(1, { error: 'required' }), z.maxLength(1024)),
  password: Password,
  password_confirmation: z.string({ error: 'required' }).check(z.maxLength(1024)),
})

export const authApi = {
  csrfCookie: endpoint('GET', '/sanctum/csrf-cookie', {}),
  login: endpoint('POST', '/api/login', { body: LoginInput, reply: z.object({ token: z.string(), user: User }) }),
  logout: endpoint('POST', '/api/logout', {}),
  me: endpoint('GET', '/api/user', { reply: User }),
  register: endpoint('POST', '/api/register', {
    body: RegisterInput,
    reply: z.object({ token: z.string(), user: User }),
    status: 201,
  }),
  changePassword: endpoint('POST', '/api/change-password', {
    body: ChangePasswordInput,
    reply: z.object({ token: z.string() }),
  }),
  updateTheme: endpoint('POST', '/api/update-theme', {
    body: z.object({ theme: z.enum(THEMES) }),
    reply: z.object({ theme: z.string() }),
  }),
  updateLocale: endpoint('POST', '/api/update-locale', {
    body: z.object({ locale: z.enum(['tr']) }),
    reply: z.object({ locale: z.string() }),
  }),
}
