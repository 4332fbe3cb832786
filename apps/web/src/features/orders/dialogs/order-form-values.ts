import { OrderInput } from '@dalyan/contracts/orders'
import { contractProblems, type Problems } from '../../../shared/form/form-problems.ts'
import type { PickOption } from '../../../shared/form/FormPicker.tsx'

/** How many lines the form offers; a longer order is two. */
export const MAX_LINES = 10

export type OrderFormValues = { firm: PickOption | null; note: string } & Record<string, PickOption | string | null>

const PARTS = ['product', 'quantity', 'unit'] as const

/** A line's field in the flat form: `product_0`. */
export const lineField = (part: (typeof PARTS)[number], line: number): string => `${part}_${line}`

export function emptyOrder(): OrderFormValues {
  const values: OrderFormValues = { firm: null, note: '' }
  for (let line = 0; line < MAX_LINES; line += 1) for (const part of PARTS) values[lineField(part, line)] = ''
  return values
}

const textOf = (values: OrderFormValues, field: string): string => {
  const value = values[field]
  return typeof value === 'string' ? value.trim() : ''
}

/** The lines that say something; the first always counts. */
function filledLines(values: OrderFormValues): number[] {
  return Array.from({ length: MAX_LINES }, (_, line) => line).filter(
    (line) => line === 0 || PARTS.some((part) => textOf(values, lineField(part, line)) !== ''),
  )
}

/** A number typed with a comma or a point; undefined while nothing is typed. */
function decimal(text: string): number | undefined {
  return text === '' ? undefined : Number(text.replace(',', '.'))
}

export function orderBody(values: OrderFormValues): OrderInput {
  const items = filledLines(values).map((line) => ({
    product: textOf(values, lineField('product', line)),
    // An empty one is refused by the contract, at its field.
    quantity: decimal(textOf(values, lineField('quantity', line))) as number,
    unit: textOf(values, lineField('unit', line)),
  }))
  return { ...(values.firm ? { firm_id: values.firm.id } : {}), items, note: values.note.trim() || null }
}

/** The form's field for a path of the body: `items.1.unit` is the unit of the second filled line. */
export function orderFieldOf(values: OrderFormValues, path: string): string {
  if (path === 'firm_id') return 'firm'
  const [, place, part] = /^items\.(\d+)\.(\w+)$/.exec(path) ?? []
  const line = filledLines(values)[Number(place)]
  const known = PARTS.find((each) => each === part)
  return known && line !== undefined ? lineField(known, line) : path
}

/** What is wrong, by the form's fields. @param needsFirm whose sender names the firm */
export function orderProblems(values: OrderFormValues, needsFirm: boolean, firmMissing: string): Problems {
  const problems = Object.entries(contractProblems(OrderInput, orderBody(values)))
  return {
    ...(needsFirm && values.firm === null ? { firm: firmMissing } : {}),
    ...Object.fromEntries(problems.map(([path, text]) => [orderFieldOf(values, path), text])),
  }
}
