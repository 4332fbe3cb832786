import { firmsApi } from '@dalyan/contracts/firms'
import { recordKind } from '../../shared/resource/record-kind.ts'
import { firmQueries } from '../records/public/firms.queries.ts'
import { TanksLink } from '../records/public/TanksLink.tsx'

export const firmKind = recordKind({
  name: 'firms',
  api: firmsApi,
  queries: firmQueries,
  show: {
    type: ({ type }, t) => t(`firms.type.${type}`),
    tanks_count: ({ id, name, tanks_count }, t) => (
      <TanksLink count={tanks_count} search={{ firm_id: id }} label={t('firms.list.showTanks', { name })} />
    ),
  },
})
