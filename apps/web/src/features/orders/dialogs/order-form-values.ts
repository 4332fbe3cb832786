import { type Order, OrderInput } from '@dalyan/contracts/orders'
import type { TFunction } from 'i18next'
import { contractProblems, type Problems } from '../../../shared/form/form-problems.ts'
import { readDecimal, typedDecimal } from '../../../shared/format/decimal.ts'
import type { PickOption } from '../../../shared/form/FormPicker.tsx'

/** How many lines the form offers for a new order; a longer one is two. */
const MAX_LINES = 10

export type OrderFormValues = { firm: PickOption | null; note: string } & Record<string, PickOption | string | null>

const PARTS = ['product', 'quantity', 'unit'] as const
type Part = (typeof PARTS)[number] | 'tank'

/** A line's field in the flat form: `product_0`; `tank_0` holds a `PickOption`, the others text. */
export const lineField = (part: Part, line: number): string => `${part}_${line}`

/** The form of an order, or of a new one. */
export function orderValues(order: Order | null): OrderFormValues {
  const items = order?.items ?? []
  const values: OrderFormValues = { firm: null, note: order?.note ?? '' }
  for (let line = 0; line < Math.max(MAX_LINES, items.length); line += 1) {
    const item = items[line]
    values[lineField('product', line)] = item?.product ?? ''
    values[lineField('quantity', line)] = typedDecimal(item?.quantity, 0)
    values[lineField('unit', line)] = item?.unit ?? ''
    values[lineField('tank', line)] = item?.tank ? { id: item.tank.id, label: item.tank.code } : null
  }
  return values
}

/** How many lines the form has room for. */
export const countLines = (values: OrderFormValues): number =>
  Object.keys(values).filter((field) => field.startsWith('product_')).length

const textOf = (values: OrderFormValues, field: string): string => {
  const value = values[field]
  return typeof value === 'string' ? value.trim() : ''
}

/** The lines that say something; the first always counts. */
function filledLines(values: OrderFormValues): number[] {
  return Array.from({ length: countLines(values) }, (_, line) => line).filter(
    (line) =>
      line === 0 ||
      values[lineField('tank', line)] !== null ||
      PARTS.some((part) => textOf(values, lineField(part, line)) !== ''),
  )
}

export function orderBody(values: OrderFormValues): OrderInput {
  const items = filledLines(values).map((line) => {
    const tank = values[lineField('tank', line)]
    return {
      product: textOf(values, lineField('product', line)),
      // An empty one is refused by the contract, at its field.
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
  const [, place, part] = /^items\.(\d+)\.(\w+)$/.exec(path) ?? []
  const line = filledLines(values)[Number(place)]
  const known = part === 'tank_id' ? 'tank' : PARTS.find((each) => each === part)
  return known && line !== undefined ? lineField(known, line) : path
}

/** What is wrong, by the form's fields. @param needsFirm whose sender names the firm */
export function orderProblems(values: OrderFormValues, needsFirm: boolean, t: TFunction): Problems {
  const problems: Record<string, string> = Object.fromEntries(
    Object.entries(contractProblems(OrderInput, orderBody(values))).map(([path, text]) => [
      orderFieldOf(values, path),
      text,
    ]),
  )
  for (const part of PARTS) {
    for (const field of filledLines(values).map((line) => lineField(part, line))) {
      if (textOf(values, field) === '')
        problems[field] = t('validation.required', { field: t(`orders.fields.${part}`) })
    }
  }
  return needsFirm && values.firm === null ? { firm: t('orders.firmRequired'), ...problems } : problems
}
