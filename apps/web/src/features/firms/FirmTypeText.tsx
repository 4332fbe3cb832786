import type { FirmType } from '@dalyan/contracts/firms'
import { useTranslation } from 'react-i18next'

export function FirmTypeText({ type }: { type: FirmType }) {
  const { t } = useTranslation()
  return t(`firms.type.${type}`)
}
