import type { JournalSum } from '@dalyan/contracts/journal'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { JOURNAL_ICONS } from './journal-look.ts'
import { type KindSum, sumText, totalsOf } from './journal-sums.ts'

/** The sums of all listed days: what adds up, each with its icon, and how often everything else was done. Nothing while there is nothing. */
export function JournalTotals({ sums }: { sums: readonly JournalSum[] }) {
  const { t } = useTranslation()
  const totals = totalsOf(sums)
  if (totals.length === 0) return null
  const [summed, counted] = [totals.filter((each) => isSummed(each)), totals.filter((each) => !isSummed(each))]
  return (
    <Box component="ul" aria-label={t('journal.totals')} sx={LINE}>
      {summed.map((total) => (
        <Box component="li" key={total.kind} sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
          <Icon path={JOURNAL_ICONS[total.kind]} sx={{ fontSize: 20, color: 'text.secondary' }} />
          <span>
            {t(`journal.kinds.${total.kind}`)} <b>{sumText(t, total)}</b>
          </span>
        </Box>
      ))}
      {counted.length > 0 && (
        <Box component="li" sx={{ color: 'text.secondary' }}>
          {counted.map((total) => `${t(`journal.kinds.${total.kind}`)} ${sumText(t, total)}`).join(' · ')}
        </Box>
      )}
    </Box>
  )
}

const isSummed = ({ amounts }: KindSum): boolean => amounts.length > 0

const LINE = { display: 'flex', flexWrap: 'wrap', gap: '4px 20px', m: 0, p: 0, listStyle: 'none' }
