import type { Firm } from '@dalyan/contracts/firms'
import { useTranslation } from 'react-i18next'
import { TanksLink } from '../records/public/TanksLink.tsx'

export function FirmTanksLink({ firm: { id, name, tanks_count } }: { firm: Firm }) {
  const { t } = useTranslation()
  return <TanksLink count={tanks_count} search={{ firm_id: id }} label={t('firms.list.showTanks', { name })} />
}
