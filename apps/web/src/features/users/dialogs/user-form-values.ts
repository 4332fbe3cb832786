import { errorText } from '@dalyan/contracts/errors'
import { isRoleName, type RoleName } from '@dalyan/contracts/permissions'
import { type User, UserChange } from '@dalyan/contracts/users'
import type { TFunction } from 'i18next'
import type * as z from 'zod/mini'
import { contractProblems, type Problems } from '../../../shared/form/form-problems.ts'
import type { PickOption } from '../../../shared/form/FormPicker.tsx'

const MIN_PASSWORD = 8

/** What the user's form holds. An empty password of a known user stays as it is. */
export interface UserFormValues {
  name: string
  email: string
  roles: RoleName[]
  firm: PickOption | null
  password: string
  password_confirmation: string
  password_temporary: boolean
}

const NO_PASSWORD = { password: '', password_confirmation: '', password_temporary: false }

export const EMPTY_USER: UserFormValues = { name: '', email: '', roles: [], firm: null, ...NO_PASSWORD }

export function userValues({ name, email, roles, firm }: User): UserFormValues {
  return {
    name,
    email,
    roles: roles.map((role) => role.name).filter(isRoleName),
    firm: firm && { id: firm.id, label: firm.name },
    ...NO_PASSWORD,
  }
}

/** The body of the call, without a password where none was typed. */
export function userBody({ name, email, roles, firm, ...secrets }: UserFormValues): z.input<typeof UserChange> {
  return {
    name: name.trim(),
    email: email.trim(),
    roles,
    firm_id: roles.includes('admin') ? null : (firm?.id ?? null),
    ...(secrets.password === '' ? {} : secrets),
  }
}

/** The form's field for a field of the call: `roles.0` is one of the roles. */
export function userFieldOf(name: string): string {
  const [first = name] = name.split('.')
  return first === 'firm_id' ? 'firm' : first
}

export function userProblems(values: UserFormValues, { isNew }: { isNew: boolean }, t: TFunction): Problems {
  const problems: Record<string, string> = Object.fromEntries(
    Object.entries(contractProblems(UserChange, userBody(values))).map(([name, text]) => [userFieldOf(name), text]),
  )
  const { password, password_confirmation, roles, firm } = values
  if (values.name.trim() === '') problems['name'] = t('validation.required', { field: t('users.fields.name') })
  if (roles.length === 0) problems['roles'] = t('users.validation.roleRequired')
  if (roles.includes('operator') && !roles.includes('admin') && !firm) problems['firm'] = said('operator_needs_firm')
  if (isNew && password === '') problems['password'] = said('password_required')
  else if (password !== '' && [...password.normalize('NFC')].length < MIN_PASSWORD) {
    problems['password'] = t('validation.minLength', { min: String(MIN_PASSWORD) })
  }
  if (password !== password_confirmation) problems['password_confirmation'] = said('passwords_differ')
  return problems
}

const said = (code: Parameters<typeof errorText>[0]) => errorText(code, 'tr')
