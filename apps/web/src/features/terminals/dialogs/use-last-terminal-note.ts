import type { Terminal } from '@dalyan/contracts/terminals'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tankQueries } from '../../records/public/tanks.queries.ts'

/** Says what a tank loses with its only terminal; null when it has another one, or there is no tank. */
export function useLastTerminalNote(tank: Terminal['tank']): string | null {
  const { t } = useTranslation()
  const { data } = useQuery({ ...tankQueries.one(tank?.id ?? 0), enabled: tank !== null })
  return tank && data?.iots.length === 1 ? t('terminals.delete.lastTerminal', { tank: tank.code }) : null
}
