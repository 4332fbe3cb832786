import type { Order, ordersApi } from '@dalyan/contracts/orders'
import { mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormText } from '../../../shared/form/FormText.tsx'
import { RecordPicker } from '../../../shared/resource/RecordPicker.tsx'
import type { RecordForm } from '../../../shared/resource/ResourceForm.tsx'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { FirmPicker } from '../../records/public/FirmPicker.tsx'
import { tankQueries } from '../../records/public/tanks.queries.ts'
import {
  countLines,
  lineField,
  orderBody,
  orderFieldOf,
  type OrderFormValues,
  orderProblems,
  orderValues,
} from './order-form-values.ts'

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

/** Empty lines are not sent. */
function OrderFields({ record }: { record: Order | null }) {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'orders.manage')
  const [lines, setLines] = useState(Math.max(1, record?.items.length ?? 0))
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
            <FormText
              name={lineField('product', line)}
              label={t('orders.fields.product')}
              required={line === 0}
              maxLength={120}
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
