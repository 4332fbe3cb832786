import * as z from 'zod/mini'
import { requiredText } from './codes.ts'
import { Confirmation, NewEmail, Password } from './credentials.ts'
import { endpoint, recordEndpoints } from './endpoint.ts'
import { Days, Instant } from './instant.ts'
import { pageQuery, RecordId, SearchText, someOf, sortOf } from './paging.ts'
import { ROLE_NAMES } from './permissions.ts'

export const Role = z.object({
  name: z.string(),
  permissions: z.array(z.object({ name: z.string() })),
})
export type Role = z.infer<typeof Role>

export const FirmRef = z.object({ id: z.int(), code: z.string(), name: z.string() })
export type FirmRef = z.infer<typeof FirmRef>

/** The author of a change; the name is kept after the user is deleted. */
export const UserRef = z.object({ id: z.int(), name: z.string() })
export type UserRef = z.infer<typeof UserRef>

export const User = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  roles: z.array(Role),
  firm: z.nullable(FirmRef),
  preferred_theme: z.nullable(z.string()),
  /** The password is temporary: until it is changed, all other calls are answered with 403 `password_change_required`. */
  must_change_password: z.boolean(),
  /** When the user confirmed the email; null: not yet, or the email was changed since. */
  email_confirmed_at: z.nullable(Instant),
  /** Whether alarms are emailed there: an administrator wrote the address, or the user confirmed it. */
  email_trusted: z.boolean(),
  created_at: Instant,
  updated_at: Instant,
})
export type User = z.infer<typeof User>

const fields = {
  name: requiredText(120, 'required'),
  email: NewEmail,
  roles: z.array(z.enum(ROLE_NAMES)).check(z.minLength(1), z.maxLength(ROLE_NAMES.length)),
  /** Ignored for admins, who have no firm. */
  firm_id: z.nullable(RecordId),
  password: Password,
  /** Compared with the password when given. */
  password_confirmation: Confirmation,
  /** Whether the password must be changed at the next log-in. */
  password_temporary: z.boolean(),
}

/** Without a password the old one is kept. */
export const UserChange = z.partial(z.object(fields))
export type UserChange = z.infer<typeof UserChange>
const { name, email, roles, password } = fields
export const UserInput = z.extend(UserChange, { name, email, roles, password })
export type UserInput = z.infer<typeof UserInput>

export const UserListQuery = z.object({
  ...pageQuery(),
  search: z.optional(SearchText),
  role: z.optional(someOf(ROLE_NAMES)),
  filter_name: z.optional(SearchText),
  filter_email: z.optional(SearchText),
  filter_role: z.optional(someOf(ROLE_NAMES)),
  filter_created_at: z.optional(Days),
  sort: z.optional(sortOf(['id', 'name', 'email', 'role', 'created_at', 'updated_at'])),
})
export type UserListQuery = z.infer<typeof UserListQuery>

export const usersApi = {
  ...recordEndpoints('/api/admin/users', { query: UserListQuery, record: User, input: UserInput, change: UserChange }),
  roles: endpoint('GET', '/api/admin/users/roles', { reply: z.object({ data: z.array(Role) }) }),
}
