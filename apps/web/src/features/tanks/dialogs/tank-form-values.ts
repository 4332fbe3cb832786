import { type Tank, TankInput, type TankStatus } from '@dalyan/contracts/tanks'
import type { TFunction } from 'i18next'
import type * as z from 'zod/mini'
import { contractProblems, type Problems } from '../../../shared/form/form-problems.ts'
import type { PickOption } from '../../../shared/form/FormPicker.tsx'
import { readTypedTime, typedTime } from '../../../shared/form/typed-time.ts'

/** What the tank's form holds: text as typed, records as picked. */
export interface TankFormValues {
  code: string
  name: string
  firm: PickOption | null
  template: PickOption | null
  terminals: PickOption[]
  status: Exclude<TankStatus, 'deleted'>
  suspended_until: string
  province: string
  district: string
  location: string
  address: string
  notes: string
}

export const EMPTY_TANK: TankFormValues = {
  code: '',
  name: '',
  firm: null,
  template: null,
  terminals: [],
  status: 'inactive',
  suspended_until: '',
  province: '',
  district: '',
  location: '',
  address: '',
  notes: '',
}

export function tankValues(tank: Tank): TankFormValues {
  const { firm, range_template: template, iots } = tank
  return {
    code: tank.code,
    name: tank.name,
    firm: firm && { id: firm.id, label: firm.name },
    template: template && { id: template.id, label: template.name },
    terminals: iots.map(({ id, code }) => ({ id, label: code })),
    status: tank.status === 'deleted' ? 'inactive' : tank.status,
    suspended_until: typedTime(tank.suspended_until),
    province: tank.province ?? '',
    district: tank.district ?? '',
    location: tank.location ?? '',
    address: tank.address ?? '',
    notes: tank.notes ?? '',
  }
}

/** The body of the call; a text that was left empty is none. */
export function tankBody(values: TankFormValues): z.input<typeof TankInput> {
  const orNone = (text: string) => text.trim() || null
  return {
    code: values.code.trim(),
    name: values.name.trim(),
    firm_id: values.firm?.id ?? null,
    range_template_id: values.template?.id ?? null,
    iot_ids: values.terminals.map(({ id }) => id),
    status: values.status,
    suspended_until: values.status === 'suspended' ? (readTypedTime(values.suspended_until) ?? null) : null,
    province: orNone(values.province),
    district: orNone(values.district),
    location: orNone(values.location),
    address: orNone(values.address),
    notes: orNone(values.notes),
  }
}

const FIELD_OF: Readonly<Record<string, string>> = {
  firm_id: 'firm',
  range_template_id: 'template',
  iot_ids: 'terminals',
}

/** The form's field for a field of the call: `iot_ids.0` is one of the terminals. */
export function tankFieldOf(name: string): string {
  const [first = name] = name.split('.')
  return FIELD_OF[first] ?? first
}

/** What is wrong with a tank's form; `before` is the status it has now, null for a new one. */
export function tankProblems(values: TankFormValues, before: TankStatus | null, t: TFunction): Problems {
  const problems = Object.fromEntries(
    Object.entries(contractProblems(TankInput, tankBody(values))).map(([name, text]) => [tankFieldOf(name), text]),
  )
  if (values.status === 'active' && before !== 'active' && values.terminals.length === 0) {
    problems['status'] = t('tanks.validation.activeNeedsTerminal')
  }
  if (values.status === 'suspended' && readTypedTime(values.suspended_until) === undefined) {
    problems['suspended_until'] = t('validation.dateInvalid')
  }
  return problems
}
