import type { Tank, TankTerminal } from '@dalyan/contracts/tanks'
import { mdiAccessPointOff, mdiLinkVariantOff, mdiPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import terminals from '../../../locales/tr/terminals.json' with { type: 'json' }
import { addWords } from '../../../shared/i18n/add-words.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { ConnectionText } from '../../records/public/ConnectionText.tsx'
import { EmptyState } from '../../../shared/ui/EmptyState.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { LastSeen } from '../../../shared/ui/AgeText.tsx'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'
import { HiddenHeading } from '../../../shared/ui/HiddenHeading.tsx'
import { onDemand } from '../../../shared/ui/on-demand.tsx'
import { TerminalLink } from '../../records/public/TerminalLink.tsx'
import { DetachTerminal } from '../dialogs/DetachTerminal.tsx'

addWords({ terminals })

const CalibrationList = onDemand(
  async () => (await import('../../calibrations/public/CalibrationList.tsx')).CalibrationList,
)

interface Props {
  tank: Tank
  /** Opens the dialog that assigns terminals; absent without the permission, or for a deleted tank. */
  onAssign?: (() => void) | undefined
}

/** The terminals on this tank, their connections, and the calibrations of their probes. */
export function TerminalsTab({ tank, onAssign }: Props) {
  const { t } = useTranslation()
  const [leaving, setLeaving] = useState<TankTerminal | null>(null)
  const assign = onAssign && (
    <Button variant="outlined" startIcon={<Icon path={mdiPlus} />} onClick={onAssign}>
      {t('tanks.detail.assignTerminal')}
    </Button>
  )
  return (
    <>
      <HiddenHeading>{t('tanks.detail.tabTerminals')}</HiddenHeading>
      {tank.iots.length === 0 ? (
        <EmptyState icon={mdiAccessPointOff} title={t('tanks.detail.noTerminal')} action={assign} />
      ) : (
        <>
          {assign && <Box sx={{ mb: 1.5 }}>{assign}</Box>}
          <Box component="ul" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
            {tank.iots.map((terminal) => (
              <TerminalRow key={terminal.id} terminal={terminal} onDetach={onAssign && (() => setLeaving(terminal))} />
            ))}
          </Box>
        </>
      )}
      <Box sx={{ mt: 2 }}>
        <CalibrationList tank={tank} />
      </Box>
      {leaving && <DetachTerminal tank={tank} terminal={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function TerminalRow({ terminal, onDetach }: { terminal: TankTerminal; onDetach?: (() => void) | undefined }) {
  const { t } = useTranslation()
  const { code, status, connection, last_seen_at } = terminal
  const isReachable = may(useUser(), 'iots.view')
  return (
    <Paper
      component="li"
      variant="outlined"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px', px: 2, py: 1, minHeight: 56 }}
    >
      <Box lang="en" sx={{ minWidth: 96, fontWeight: 700 }}>
        {isReachable ? <TerminalLink terminal={terminal} /> : code}
      </Box>
      <StatusChip look={status} label={t(`terminals.status.${status}`)} />
      <ConnectionText connection={connection} />
      <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        {t('terminals.fields.last_seen_at')}: <LastSeen at={last_seen_at} />
      </Box>
      {onDetach && (
        <Button
          color="error"
          startIcon={<Icon path={mdiLinkVariantOff} />}
          aria-label={t('tanks.detach.of', { terminal: code })}
          onClick={onDetach}
          sx={{ marginInlineStart: { sm: 'auto' } }}
        >
          {t('tanks.detail.unassignTerminal')}
        </Button>
      )}
    </Paper>
  )
}
