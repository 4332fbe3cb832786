import * as z from 'zod/mini'
import { Instant } from './instant.ts'

export const Role = z.object({
  name: z.string(),
  permissions: z.array(z.object({ name: z.string() })),
})
export type Role = z.infer<typeof Role>

export const FirmRef = z.object({ id: z.int(), code: z.string(), name: z.string() })
export type FirmRef = z.infer<typeof FirmRef>

/** Who made a change; the name stays where a deleted user signed. */
export const UserRef = z.object({ id: z.int(), name: z.string() })
export type UserRef = z.infer<typeof UserRef>

export const User = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  roles: z.array(Role),
  firm: z.nullable(FirmRef),
  preferred_theme: z.nullable(z.string()),
  created_at: Instant,
  updated_at: Instant,
})
export type User = z.infer<typeof User>
