import { type Permission, ROLE_PERMISSIONS, isRoleName } from '@dalyan/contracts/permissions'
import type { TFunction } from 'i18next'

const isPermission = (name: string): name is Permission => ROLE_PERMISSIONS.admin.some((known) => known === name)

/** The display name of a role; an unknown role is shown by its own name. */
export function roleWord(t: TFunction, name: string): string {
  return isRoleName(name) ? t(`users.role.${name}`) : name
}

/** What a permission allows. */
export function permissionWord(t: TFunction, name: string): string {
  return isPermission(name) ? t(`users.permission.${name}`) : name
}
