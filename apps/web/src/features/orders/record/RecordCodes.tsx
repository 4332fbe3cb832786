import { ordersApi } from '@dalyan/contracts/orders'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { reachable } from '../../../shared/browser/reachable.ts'
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx'
import { QueryError } from '../../../shared/ui/ErrorAlert.tsx'
import { QrCode } from '../../../shared/ui/QrCode.tsx'
import { productAmount } from '../product-amount.ts'

const QR_PX = 112

export const recordLinksOf = (id: number) =>
  queryOptions({
    queryKey: ['orders', 'record-links', id],
    queryFn: async ({ signal }) => {
      const { data } = await call(ordersApi.recordLinks, { params: { id } }, signal)
      return data.map((link) => ({ ...link, url: reachable(link.url) }))
    },
  })

/** The codes of an order's items that lead to the record of their tank of origin, and the sheet on which they are printed. */
export function RecordCodes({ id }: { id: number }) {
  const { t } = useTranslation()
  const links = useQuery(recordLinksOf(id))
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <QueryError query={links} />
      {links.isPending && <Skeleton variant="rounded" width={QR_PX} height={QR_PX} />}
      {links.data?.length === 0 && t('common.fields.none')}
      {links.data?.map((link) => (
        <Box key={link.position} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <QrCode value={link.url} title={t('orders.record.qr', { product: link.product })} size={QR_PX} />
          <Box>
            <div>
              {link.product} {productAmount(link)}
            </div>
            <Link href={link.url} target="_blank" rel="noreferrer">
              {t('orders.record.open')}
            </Link>
          </Box>
        </Box>
      ))}
      <ButtonLink to="/orders/$id" params={{ id: String(id) }} variant="outlined" size="small">
        {t('orders.record.sheet')}
      </ButtonLink>
    </Box>
  )
}
