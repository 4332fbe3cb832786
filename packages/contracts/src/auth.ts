import * as z from 'zod/mini'
import { requiredText } from './codes.ts'
import { Confirmation, Email, NewEmail, Password, secret } from './credentials.ts'
import { endpoint } from './endpoint.ts'
import { User } from './users.ts'

export const THEMES = ['light', 'dark', 'minimal', 'colorful', 'pastel', 'retro', 'sunset', 'navy'] as const
export type ThemeName = (typeof THEMES)[number]

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
