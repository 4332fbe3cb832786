const CUSTOMER = [
  'tanks.view',
  'measurements.view',
  'alarms.view',
  'orders.view',
  'points.view',
  'orders.create',
] as const

const OPERATOR = [
  ...CUSTOMER,
  'alarms.acknowledge',
  'measurements.create',
  'tanks.operate',
  'journal.write',
  'iots.view',
  'tank_logs.view',
] as const

const ADMIN = [
  ...OPERATOR,
  'tanks.manage',
  'iots.manage',
  'range_templates.manage',
  'firms.manage',
  'users.manage',
  'settings.manage',
  'logs.view',
  'dashboard.view',
  'orders.manage',
] as const

/** The permissions of each role (docs/behaviour/sessions.md); each role includes the previous one. Guards name a permission, never a role. */
export const ROLE_PERMISSIONS = { customer: CUSTOMER, operator: OPERATOR, admin: ADMIN } as const

export type RoleName = keyof typeof ROLE_PERMISSIONS
export type Permission = (typeof ROLE_PERMISSIONS)['admin'][number]

export const ROLE_NAMES = ['admin', 'operator', 'customer'] as const satisfies readonly RoleName[]

export function isRoleName(text: string): text is RoleName {
  return Object.hasOwn(ROLE_PERMISSIONS, text)
}

/** The roles that have a permission. */
export function rolesWith(permission: Permission): RoleName[] {
  return ROLE_NAMES.filter((role) => (ROLE_PERMISSIONS[role] as readonly Permission[]).includes(permission))
}
