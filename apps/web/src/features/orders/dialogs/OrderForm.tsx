import { type Order, ordersApi } from '@dalyan/contracts/orders'
import { mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormPicker } from '../../../shared/form/FormPicker.tsx'
import { FormText } from '../../../shared/form/FormText.tsx'
import { may } from '../../../shared/session/permissions.ts'
import { useUser } from '../../../shared/session/user-context.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { firmQueries } from '../../records/public/firms.queries.ts'
import {
  countLines,
  lineField,
  orderBody,
  orderFieldOf,
  type OrderFormValues,
  orderProblems,
  orderValues,
} from './order-form-values.ts'
import { OriginPicker } from './OriginPicker.tsx'

interface Props {
  /** The order to change; null for a new one. */
  order: Order | null
  onSaved: (order: Order) => void
  onClose: () => void
}

/** An order: for the own firm, by administrators for any, who also say where each item comes from. Lines that say nothing are left out. */
export function OrderForm({ order, onSaved, onClose }: Props) {
  const { t } = useTranslation()
  const isManager = may(useUser(), 'orders.manage')
  const [lines, setLines] = useState(Math.max(1, order?.items.length ?? 0))
  const [search, setSearch] = useState('')
  const firms = useQuery({ ...firmQueries.options(search), enabled: isManager && order === null })
  const [defaults] = useState(() => orderValues(order))
  const sent = useRef(defaults)
  return (
    <FormDialog<OrderFormValues, Order>
      title={order ? t('orders.editTitle', { code: order.code }) : t('orders.create')}
      submit={order ? t('common.actions.saveChanges') : t('orders.place')}
      width="md"
      defaults={defaults}
      check={(values) => orderProblems(values, isManager && order === null, t)}
      save={(values) => {
        sent.current = values
        const body = orderBody(values)
        return order ? call(ordersApi.update, { params: { id: order.id }, body }) : call(ordersApi.create, { body })
      }}
      fieldOf={(path) => orderFieldOf(sent.current, path)}
      failed={order ? t('orders.messages.stepFailed') : t('orders.messages.saveFailed')}
      onSaved={onSaved}
      onClose={onClose}
    >
      {isManager && order === null && (
        <FormPicker
          name="firm"
          label={t('orders.fields.firm')}
          required
          loading={firms.isPending}
          options={(firms.data ?? []).map(({ id, name, code }) => ({ id, label: name, note: code }))}
          onSearch={setSearch}
        />
      )}
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
              <OriginPicker name={lineField('tank', line)} />
            </Box>
          )}
        </Box>
      ))}
      {lines < countLines(defaults) && (
        <Box>
          <Button startIcon={<Icon path={mdiPlus} />} onClick={() => setLines(lines + 1)}>
            {t('orders.addLine')}
          </Button>
        </Box>
      )}
      <FormText name="note" label={t('orders.fields.note')} multiline maxLength={1000} />
    </FormDialog>
  )
}
