import { type Order, type OrderedProduct, type OrderInput, ordersApi } from '@dalyan/contracts/orders'
import { mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import type { Problems } from '../../../shared/form/form-problems.ts'
import type { PickOption } from '../../../shared/form/FormPicker.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { readDecimal, typedDecimal } from '../../../shared/format/decimal.ts'
import { RecordPicker } from '../../../shared/resource/RecordPicker.tsx'
import type { RecordForm } from '../../../shared/resource/ResourceForm.tsx'
import { may, useUser } from '../../../shared/session/user.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { FirmPicker } from '../../records/public/FirmPicker.tsx'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import { ProductField } from './ProductField.tsx'

/** The number of lines in the form of a new order. */
const MAX_LINES = 10

/** Flat, one key per field: `product_0`, `quantity_0`, `unit_0` hold text, `tank_0` a `PickOption` or null. */
type OrderFormValues = { firm: PickOption | null; note: string } & Record<string, PickOption | string | null>

const TEXT_PARTS = ['product', 'quantity', 'unit'] as const
type LinePart = (typeof TEXT_PARTS)[number] | 'tank'

const lineField = (part: LinePart, line: number): string => `${part}_${line}`

/** The number of lines in the form of an order with this number of items. */
const countLines = (items: number): number => Math.max(MAX_LINES, items)

function orderValues(items: Order['items'], note: string): OrderFormValues {
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

function orderBody(values: OrderFormValues): OrderInput {
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
function orderFieldOf(values: OrderFormValues, path: string): string {
  if (path === 'firm_id') return 'firm'
  const [, index, part] = /^items\.(\d+)\.(\w+)$/.exec(path) ?? []
  const line = filledLines(values)[Number(index)]
  const known = part === 'tank_id' ? 'tank' : TEXT_PARTS.find((each) => each === part)
  return known && line !== undefined ? lineField(known, line) : path
}

/** The missing values, by the form's fields. @param needsFirm whether the user has to name the firm */
function orderProblems(values: OrderFormValues, needsFirm: boolean, t: TFunction): Problems {
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

/** The form of an order: customers order for their own firm; administrators for any, and they also name the tank of each item. */
export function useOrderForm(): RecordForm<typeof ordersApi, OrderFormValues> {
  const isManager = may(useUser(), 'orders.manage')
  return {
    width: 'md',
    empty: orderValues([], ''),
    values: ({ items, note }) => orderValues(items, note ?? ''),
    body: orderBody,
    fieldOf: (path, values) => orderFieldOf(values, path),
    problems: (values, t, record) => orderProblems(values, isManager && record === null, t),
    words: (t, record) =>
      record ? { failed: t('orders.messages.stepFailed') } : { title: t('orders.create'), submit: t('orders.place') },
    Fields: OrderFields,
  }
}

const NO_PRODUCTS: readonly OrderedProduct[] = []

/** The products that the user's own firm ordered before; for users who manage orders, those of the named firm. */
function useOrderedProducts(firmId: number | undefined, isManager: boolean): readonly OrderedProduct[] {
  const { data = NO_PRODUCTS } = useQuery({
    queryKey: ['orders', 'products', firmId ?? null],
    queryFn: async ({ signal }) =>
      (await call(ordersApi.products, { query: firmId === undefined ? {} : { filter_firm_id: firmId } }, signal)).data,
    enabled: !isManager || firmId !== undefined,
  })
  return data
}

/** Empty lines are not sent. */
function OrderFields({ record }: { record: Order | null }) {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'orders.manage')
  const [lines, setLines] = useState(Math.max(1, record?.items.length ?? 0))
  const firm = useWatch<OrderFormValues, 'firm'>({ name: 'firm' })
  const products = useOrderedProducts(isManager ? (record?.firm.id ?? firm?.id) : undefined, isManager)
  const { getValues, setValue } = useFormContext()
  /** Completes a line from an earlier order of the product; a typed amount stays. */
  function complete(line: number, { unit, quantity }: OrderedProduct): void {
    const changed = { shouldDirty: true, shouldValidate: true }
    setValue(lineField('unit', line), unit, changed)
    if (!getValues(lineField('quantity', line)))
      setValue(lineField('quantity', line), typedDecimal(quantity, 0), changed)
  }
  return (
    <>
      {isManager && record === null && <FirmPicker name="firm" label={t('orders.fields.firm')} required />}
      {Array.from({ length: lines }, (_, line) => (
        <Box
          key={line}
          role="group"
          aria-label={t('orders.line', { n: line + 1 })}
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: '1fr 1fr', sm: isManager ? '3fr 1fr 1fr 2fr' : '3fr 1fr 1fr' },
          }}
        >
          <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, display: 'grid' }}>
            <ProductField
              name={lineField('product', line)}
              label={t('orders.fields.product')}
              required={line === 0}
              products={products}
              onChoose={(product) => complete(line, product)}
            />
          </Box>
          <FormText
            name={lineField('quantity', line)}
            label={t('orders.fields.quantity')}
            required={line === 0}
            decimal
          />
          <FormText
            name={lineField('unit', line)}
            label={t('orders.fields.unit')}
            required={line === 0}
            maxLength={20}
            hint={line === 0 ? t('orders.unitHint') : undefined}
          />
          {isManager && (
            <Box sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' }, minWidth: 0 }}>
              <RecordPicker
                name={lineField('tank', line)}
                label={t('orders.fields.origin')}
                options={tankQueries.options}
                option={({ id, code, name }) => ({ id, label: code, note: name })}
              />
            </Box>
          )}
        </Box>
      ))}
      {lines < countLines(record?.items.length ?? 0) && (
        <Box>
          <Button startIcon={<Icon path={mdiPlus} />} onClick={() => setLines(lines + 1)}>
            {t('orders.addLine')}
          </Button>
        </Box>
      )}
      <FormText name="note" label={t('orders.fields.note')} multiline maxLength={1000} />
    </>
  )
}
