import type { Order, OrderInput } from '@dalyan/contracts/orders'
import type { TFunction } from 'i18next'
import type { Problems } from '../../../shared/form/form-problems.ts'
import type { PickOption } from '../../../shared/form/FormPicker.tsx'
import { readDecimal, typedDecimal } from '../../../shared/format/decimal.ts'

/** How many lines the form of a new order offers. */
const MAX_LINES = 10

/** Flat, one key per field: `product_0`, `quantity_0`, `unit_0` hold text, `tank_0` a `PickOption` or null. */
export type OrderFormValues = { firm: PickOption | null; note: string } & Record<string, PickOption | string | null>

const TEXT_PARTS = ['product', 'quantity', 'unit'] as const
type Part = (typeof TEXT_PARTS)[number] | 'tank'

export const lineField = (part: Part, line: number): string => `${part}_${line}`

/** How many lines the form of an order has for this number of items. */
export const countLines = (items: number): number => Math.max(MAX_LINES, items)

export function orderValues(items: Order['items'], note: string): OrderFormValues {
  const values: OrderFormValues = { firm: null, note }
  for (let line = 0; line < countLines(items.length); line += 1) {
    const item = items[line]
    values[lineField('product', line)] = item?.product ?? ''
    values[lineField('quantity', line)] = typedDecimal(item?.quantity, 0)
    values[lineField('unit', line)] = item?.unit ?? ''
    values[lineField('tank', line)] = item?.tank ? { id: item.tank.id, label: item.tank.code } : null
  }
  return values
}

const textOf = (values: OrderFormValues, field: string): string => {
  const value = values[field]
  return typeof value === 'string' ? value.trim() : ''
}

/** The lines with at least one value; always the first. */
function filledLines(values: OrderFormValues): number[] {
  const lines = Object.keys(values).filter((field) => field.startsWith('product_')).length
  return Array.from({ length: lines }, (_, line) => line).filter(
    (line) =>
      line === 0 ||
      values[lineField('tank', line)] !== null ||
      TEXT_PARTS.some((part) => textOf(values, lineField(part, line)) !== ''),
  )
}

export function orderBody(values: OrderFormValues): OrderInput {
  const items = filledLines(values).map((line) => {
    const tank = values[lineField('tank', line)]
    return {
      product: textOf(values, lineField('product', line)),
      // The contract refuses an empty item, at its field.
      quantity: readDecimal(textOf(values, lineField('quantity', line))) as number,
      unit: textOf(values, lineField('unit', line)),
      ...(typeof tank === 'object' && tank ? { tank_id: tank.id } : {}),
    }
  })
  return { ...(values.firm ? { firm_id: values.firm.id } : {}), items, note: values.note.trim() || null }
}

/** The form's field for a path of the body: `items.1.unit` is the unit of the second filled line. */
export function orderFieldOf(values: OrderFormValues, path: string): string {
  if (path === 'firm_id') return 'firm'
  const [, index, part] = /^items\.(\d+)\.(\w+)$/.exec(path) ?? []
  const line = filledLines(values)[Number(index)]
  const known = part === 'tank_id' ? 'tank' : TEXT_PARTS.find((each) => each === part)
  return known && line !== undefined ? lineField(known, line) : path
}

/** What is missing, by the form's fields. @param needsFirm whether the sender has to name the firm */
export function orderProblems(values: OrderFormValues, needsFirm: boolean, t: TFunction): Problems {
  const problems: Record<string, string> = {}
  if (needsFirm && values.firm === null) problems['firm'] = t('orders.firmRequired')
  for (const line of filledLines(values)) {
    for (const part of TEXT_PARTS) {
      const field = lineField(part, line)
      if (textOf(values, field) === '')
        problems[field] = t('validation.required', { field: t(`orders.fields.${part}`) })
    }
  }
  return problems
}
