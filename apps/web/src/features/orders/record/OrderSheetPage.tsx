import { type Order, ordersApi } from '@dalyan/contracts/orders'
import { mdiCartOff } from '@mdi/js'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import orders from '../../../locales/tr/orders.json' with { type: 'json' }
import { call } from '../../../shared/api/call.ts'
import { formatDateTime } from '../../../shared/format/date-time.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { PrintButton } from '../../../shared/print/PrintButton.tsx'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { PageSkeleton } from '../../../shared/ui/PageSkeleton.tsx'
import { usePage } from '../../../shared/ui/page-state.ts'
import { QrCode } from '../../../shared/ui/QrCode.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { RecordFields } from '../../../shared/ui/RecordFields.tsx'
import { isMissing, MissingRecord, RecordTrail } from '../../../shared/ui/RecordPage.tsx'
import { productAmount } from '../product-amount.ts'
import { recordLinksOf } from './RecordCodes.tsx'

addWords({ orders })

const QR_PX = 132

/** An order on paper, which goes with the goods: its items, each with the code of its tank of origin. */
export function OrderSheetPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/signed-in/orders/$id' })
  const order = useQuery({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => call(ordersApi.get, { params: { id: Number(id) } }, signal),
  })
  usePage(order.data?.code ?? t('orders.one'), !order.isPending)
  if (isMissing(order.error)) return <MissingRecord icon={mdiCartOff} list="/orders" back={t('orders.record.back')} />
  return (
    <Box sx={{ p: { xs: 1.5, sm: 3 }, maxWidth: 900, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <QueryError query={order} title={t('orders.messages.loadFailed')} />
      {order.isPending && <PageSkeleton />}
      {order.data && <Sheet order={order.data} />}
    </Box>
  )
}

function Sheet({ order }: { order: Order }) {
  const { t } = useTranslation()
  const links = useQuery(recordLinksOf(order.id))
  return (
    <>
      <Box data-print="hide">
        <RecordTrail list="/orders" title={t('orders.title')} code={order.code} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: 1 }}>
        <Typography variant="h1">{t('orders.viewTitle', { code: order.code })}</Typography>
        <PrintButton />
      </Box>
      <RecordFields
        fields={[
          { label: t('orders.fields.firm'), value: order.firm.name },
          { label: t('orders.fields.created_at'), value: formatDateTime(order.created_at) },
          { label: t('orders.fields.status'), value: t(`home.orderStatus.${order.status}`) },
          ...(order.note === null ? [] : [{ label: t('orders.fields.note'), value: order.note }]),
        ]}
      />
      <QueryError query={links} title={t('orders.record.failed')} />
      <Box component="ol" aria-label={t('orders.fields.items')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {order.items.map((item, i) => {
          const link = links.data?.find(({ position }) => position === i + 1)
          return (
            <Box
              component="li"
              key={`${item.product} ${i + 1}`}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                justifyContent: 'space-between',
                gap: 2,
                py: 1.5,
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Box sx={{ flex: '1 1 240px', minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography variant="h3">{item.product}</Typography>
                <Typography>{productAmount(item)}</Typography>
                {link && <Quiet small>{t('orders.record.scan')}</Quiet>}
              </Box>
              {link && (
                <QrCode value={link.url} title={t('orders.record.qr', { product: item.product })} size={QR_PX} />
              )}
            </Box>
          )
        })}
      </Box>
      {links.data?.length === 0 && <Quiet small>{t('orders.record.none')}</Quiet>}
    </>
  )
}
