import type { HandoverItemType, Shift } from '@dalyan/contracts/handovers'
import { mdiAlarmSnooze, mdiPencilPlus } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../shared/clock/use-now.ts'
import { formatTime } from '../../shared/format/date-time.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { PageSection } from '../../shared/ui/PageSection.tsx'
import { Quiet } from '../../shared/ui/Quiet.tsx'
import { alarmName, sinceText } from '../alarms/public/alarm-facts.ts'
import { alarmCondition, SEVERITY_ICON } from '../alarms/public/alarm-look.ts'
import { incidentTitle } from '../alarms/public/incident-facts.ts'
import { MODE_ICONS, modeLeft } from '../records/public/tank-modes.ts'
import { itemKey, PLAIN_LIST, type Remarks, tankNames } from './handover-items.ts'

const LONGEST_REMARK = 500

interface Props {
  shift: Pick<Shift, 'incidents' | 'shelved' | 'modes' | 'takers'>
  remarks: Remarks
  onRemark: (key: string, remark: string) => void
}

interface Work {
  type: HandoverItemType
  id: number
  icon: string
  what: string
  state: string
}

/** Open incidents, shelved alarms and running modes, each with a remark for the next shift. */
export function LeftWork({ shift: { incidents, shelved, modes, takers }, remarks, onRemark }: Props) {
  const { t } = useTranslation()
  const now = useNow()
  const work: Work[] = [
    ...incidents.map((incident) => {
      const { id, tanks, alarms, evidence, severity } = incident
      const [first, ...others] = alarms
      const item = { type: 'incident' as const, id, icon: SEVERITY_ICON[severity] }
      if (first && others.length === 0) return { ...item, what: alarmName(t, first), state: sinceText(t, first, now) }
      const count = t('handovers.incident', { count: alarms.length })
      const state = [count, ...(tanks.length > 1 ? [tankNames(t, tanks)] : []), evidence]
      return { ...item, what: incidentTitle(t, incident), state: state.join(' · ') }
    }),
    ...shelved.map((alarm) => ({
      type: 'shelved' as const,
      id: alarm.id,
      icon: mdiAlarmSnooze,
      what: `${alarm.tank?.code ?? ''} ${alarmCondition(t, alarm)}`,
      state: t('handovers.shelvedUntil', { time: formatTime(alarm.shelved_until ?? alarm.last_at) }),
    })),
    ...modes.map(({ tank, mode }) => ({
      type: 'mode' as const,
      id: tank.id,
      icon: MODE_ICONS[mode.name],
      what: tank.code,
      state: t('tankModes.left', { name: t(`tankModes.names.${mode.name}`), left: modeLeft(mode, now) }),
    })),
  ]
  return (
    <PageSection title={t('handovers.left')}>
      {work.length === 0 && <Quiet>{t('handovers.leftNone')}</Quiet>}
      <Box component="ul" sx={PLAIN_LIST}>
        {work.map((item) => (
          <WorkLine
            key={itemKey(item)}
            item={item}
            remark={remarks[itemKey(item)] ?? ''}
            onRemark={takers.length > 0 ? (remark) => onRemark(itemKey(item), remark) : undefined}
          />
        ))}
      </Box>
    </PageSection>
  )
}

interface LineProps {
  item: Work
  remark: string
  /** Absent: there is nobody to hand over to. */
  onRemark: ((remark: string) => void) | undefined
}

function WorkLine({ item: { icon, what, state }, remark, onRemark }: LineProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(remark !== '')
  return (
    <Box
      component="li"
      sx={({ tokens: { palette } }) => ({
        display: 'grid',
        gridTemplateColumns: '24px minmax(0, 1fr) auto',
        gap: '4px 8px',
        alignItems: 'start',
        pb: 1,
        borderBottom: `1px solid ${palette.divider}`,
        overflowWrap: 'anywhere',
      })}
    >
      <Icon path={icon} sx={{ fontSize: 20, mt: 0.25 }} />
      <div>
        <b>{what}</b>
        <Quiet small>{state}</Quiet>
      </div>
      {onRemark && !isOpen && (
        <Button
          size="small"
          startIcon={<Icon path={mdiPencilPlus} />}
          aria-label={t('handovers.remarkOf', { what })}
          onClick={() => setIsOpen(true)}
          sx={{ minHeight: 44 }}
        >
          {t('handovers.remark')}
        </Button>
      )}
      {onRemark && isOpen && (
        <TextField
          autoFocus={remark === ''}
          size="small"
          multiline
          maxRows={4}
          label={t('handovers.remarkOf', { what })}
          value={remark}
          onChange={({ target }) => onRemark(target.value)}
          slotProps={{ htmlInput: { maxLength: LONGEST_REMARK } }}
          sx={{ gridColumn: '1 / -1', mt: 0.5 }}
        />
      )}
    </Box>
  )
}
