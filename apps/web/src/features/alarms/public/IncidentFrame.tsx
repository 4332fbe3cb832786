import type { Incident } from '@dalyan/contracts/incidents'
import { mdiFlash, mdiLightbulbOnOutline } from '@mdi/js'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import incidents from '../../../locales/tr/incidents.json' with { type: 'json' }
import { useFromNow } from '../../../shared/clock/use-now.ts'
import { addWords } from '../../../shared/i18n/add-words.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import type { ThemeTokens } from '../../../shared/theme/tokens.ts'
import { ButtonLink } from '../../../shared/ui/ButtonLink.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { sinceText } from './alarm-facts.ts'
import { alarmLook, type AlarmLookName } from './alarm-look.ts'
import { incidentTitle, isSilent, silentTerminal } from './incident-facts.ts'
import { SeverityMark } from './SeverityMark.tsx'

addWords({ incidents })

interface Props {
  incident: Incident
  /** The title, or a link or button with its words. */
  title: ReactNode
  /** Before the severity: a checkbox. */
  select?: ReactNode
  /** In place of the number of its alarms: a button with it. */
  count?: ReactNode
  /** Beside the title, on a phone below it: a course. */
  aside?: ReactNode
  isMarked?: boolean
  children?: ReactNode
}

/** The card of an incident: its severity, since when, what happened, and the likely cause. */
export function IncidentFrame({ incident, title, select, count, aside, isMarked = false, children }: Props) {
  const { t } = useTranslation()
  const titleId = useId()
  const { id, alarms } = incident
  const silent = isSilent(incident)
  return (
    <Paper
      component="article"
      variant="outlined"
      aria-labelledby={titleId}
      data-incident={id}
      sx={({ tokens }) => ({
        position: 'relative',
        overflow: 'hidden',
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: { xs: 0.5, sm: 0.75 },
        p: { xs: 1, sm: 1.25 },
        pl: { xs: 2, sm: 2.25 },
        ...(isMarked ? { boxShadow: `0 0 0 2px ${tokens.palette.primary.main}` } : {}),
        '&::before': {
          content: '""',
          position: 'absolute',
          inset: '0 auto 0 0',
          width: 6,
          ...bar(tokens, alarmLook(incident), silent),
        },
      })}
    >
      <Box sx={{ display: 'flex', flexWrap: { xs: 'wrap', sm: 'nowrap' }, gap: { xs: 0.75, sm: 1.5 } }}>
        <Box
          sx={{ flex: '1 1 260px', minWidth: 0, display: 'grid', alignContent: 'start', gap: { xs: 0.5, sm: 0.75 } }}
        >
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px' }}>
            {/* Its target is higher than the line. */}
            {select && <Box sx={{ my: -1, ml: { xs: -1.5, sm: -1 } }}>{select}</Box>}
            <SeverityMark alarm={incident} />
            {count ?? (alarms.length > 1 && <Quiet small>{t('incidents.alarms', { count: alarms.length })}</Quiet>)}
            <Box
              sx={{ ml: 'auto', color: 'text.secondary', fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums' }}
            >
              <IncidentSince incident={incident} />
            </Box>
          </Box>
          <Typography id={titleId} variant="h2" sx={{ fontSize: '1rem', lineHeight: '22px', overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
        </Box>
        {aside}
      </Box>
      <Cause incident={incident} />
      {children}
    </Paper>
  )
}

/** Start and age. A separate component, so that only it renders every second. */
function IncidentSince({ incident: { started_at, ended_at, alarms } }: { incident: Incident }) {
  const { t } = useTranslation()
  const isOver = alarms.every(({ cleared_at }) => cleared_at !== null)
  const cleared = alarms.flatMap(({ cleared_at }) => cleared_at ?? []).toSorted()
  const cleared_at = isOver ? (ended_at ?? cleared.at(-1) ?? null) : null
  return useFromNow((now) => sinceText(t, { out_since: started_at, cleared_at }, now))
}

/** The likely cause with the rule's evidence; a single alarm has nothing to explain. */
function Cause({ incident: { cause, alarms, evidence } }: { incident: Incident }) {
  const { t } = useTranslation()
  if (cause === null && alarms.length === 1) return null
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1,
        py: 0.5,
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'action.hover',
        fontSize: { xs: '0.8125rem', sm: '0.875rem' },
        lineHeight: { xs: '18px', sm: 1.5 },
      }}
    >
      <Icon path={cause === 'outage' ? mdiFlash : mdiLightbulbOnOutline} sx={{ fontSize: 18 }} />
      <span>
        {/* The title of any other incident names its cause. */}
        {cause === 'outage' && <b>{`${t('incidents.likely')} `}</b>}
        {evidence}
      </span>
    </Box>
  )
}

/** Leads to the page of the silent terminal, which says why; absent where there is none, or the user may not see it. */
export function WhySilent({ incident }: { incident: Incident }) {
  const { t } = useTranslation()
  const maySee = may(useUser(), 'iots.view')
  const terminal = silentTerminal(incident)
  if (!terminal || !maySee) return null
  return (
    <ButtonLink
      to="/terminals/$id"
      params={{ id: String(terminal.id) }}
      variant="outlined"
      aria-label={`${t('incidents.why')} ${incidentTitle(t, incident)}`}
      // Above the link that covers the card on the home page.
      sx={{ position: 'relative', justifySelf: 'start', minHeight: { xs: 44, sm: 36 } }}
    >
      {t('incidents.why')}
    </ButtonLink>
  )
}

export const HATCH = 'repeating-linear-gradient(135deg, currentColor 0 2px, transparent 2px 5px)'

/** The bar at the card's edge: hatched for silence, dashed once returned, outlined once acknowledged. */
function bar(tokens: ThemeTokens, name: AlarmLookName, silent: boolean) {
  const { border, fill } = tokens.alarm[name]
  const colour = name.endsWith('_unack') && name !== 'rtn_unack' ? fill : border
  if (name === 'rtn_unack') return { background: `repeating-linear-gradient(${border} 0 8px, transparent 8px 12px)` }
  if (silent) return { color: colour, background: HATCH }
  return { background: colour }
}
