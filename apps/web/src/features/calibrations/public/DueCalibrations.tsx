import type { Calibration } from '@dalyan/contracts/calibrations'
import type { Page } from '@dalyan/contracts/paging'
import { mdiCalendarAlert, mdiCalendarClock } from '@mdi/js'
import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import calibrations from '../../../locales/tr/calibrations.json' with { type: 'json' }
import { serverNow } from '../../../shared/clock/server-clock.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { daysUntil, dueText } from './calibration-look.ts'

addWords({ calibrations })

/** The probes whose calibration is due soon or overdue, each with a link to the terminals of its tank. */
export function DueCalibrations({ due }: { due: Page<Calibration> }) {
  const { t } = useTranslation()
  const hidden = due.total - due.data.length
  return (
    <PageSection title={t('calibrations.dueTitle')}>
      <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
        {due.data.map((calibration) => (
          <DueProbe key={calibration.id} calibration={calibration} />
        ))}
      </Box>
      {hidden > 0 && <Quiet small>{t('calibrations.more', { count: hidden })}</Quiet>}
    </PageSection>
  )
}

function DueProbe({ calibration: { tank, iot, metric, due_at } }: { calibration: Calibration }) {
  const { t } = useTranslation()
  if (due_at === null) return null
  const days = daysUntil(due_at, serverNow())
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, overflowWrap: 'anywhere' }}>
      <Icon path={days < 0 ? mdiCalendarAlert : mdiCalendarClock} sx={{ color: 'text.secondary' }} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <RouterLink
          to="/tanks/$id"
          params={{ id: String(tank.id) }}
          search={{ tab: 'terminals' }}
          color="inherit"
          lang="en"
          sx={{ fontWeight: 700, '@media (pointer: coarse)': { display: 'inline-block', py: 1.25 } }}
        >
          {tank.code}
        </RouterLink>{' '}
        <span lang="en">{iot.code}</span> · {t(`measurements.metrics.${metric}`)}
        <Quiet small>{dueText(t, days)}</Quiet>
      </Box>
    </Box>
  )
}
