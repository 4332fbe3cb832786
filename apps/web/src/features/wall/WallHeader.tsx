import type { Home } from '@dalyan/contracts/home'
import type { Wall } from '@dalyan/contracts/wall'
import type { WallState } from '@dalyan/contracts/wall-states'
import { mdiFullscreen } from '@mdi/js'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Theme } from '@mui/material/styles'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { LiveBadge } from '../../shared/live/LiveBadge.tsx'
import { useFullscreen } from '../../shared/ui/use-fullscreen.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { SearchField } from '../../shared/ui/SearchField.tsx'
import { isAllInRange, WatchLine, WatchState } from '../alarms/public/WatchLine.tsx'
import { useFromNow } from '../../shared/clock/use-now.ts'
import { STATE_ICON } from './public/state-icons.ts'
import type { WallSearch } from './wall-search.ts'
import { countStates, isOutOfRange, type ShownTank } from './wall-tanks.ts'

/** The states that have a chip, in its order; a chip without tanks is shown only while it filters. */
const CHIPS = ['crit', 'warn', 'fore', 'silent', 'suspect', 'stale', 'mode'] as const

/** The display then shows the first plan with a picture. */
const ANY_PLAN = 'any'

interface Props {
  title: string
  /** Undefined until the first answer. */
  wall: Wall | undefined
  tanks: readonly ShownTank[]
  view: WallSearch
  show: (changes: Partial<WallSearch>) => void
}

/** Title, how many tanks are in which state, whether all are watched, and what is shown. */
export function WallHeader({ title, wall, tanks, view, show }: Props) {
  const { t } = useTranslation()
  const fullscreen = useFullscreen()
  function openDisplay() {
    if (fullscreen.possible && !fullscreen.active) fullscreen.toggle()
    show({ v: 'display', ...(view.v === 'plan' ? { plan: view.plan ?? ANY_PLAN } : {}) })
  }
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: { xs: 1, sm: 0.5 },
        minHeight: 40,
        flexWrap: { xs: 'wrap', lg: 'nowrap' },
      }}
    >
      <Typography variant="h1" sx={{ whiteSpace: 'nowrap', ...TITLE_ROW }}>
        {title}
      </Typography>
      <LiveBadge newestAt={null} />
      {wall ? (
        <>
          <StateChips tanks={tanks} chosen={view.state ?? []} onChoose={(state) => show({ state })} />
          <WallWatch wall={wall} tanks={tanks} />
        </>
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary', ...OWN_ROW }}>
          {t('wall.loading')}
        </Typography>
      )}
      <Box
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, ml: 'auto', flex: { xs: '1 1 100%', sm: '0 1 auto' } }}
      >
        <Box sx={{ width: { xs: 'auto', sm: 150 }, flex: { xs: 1, sm: 'none' }, display: 'flex' }}>
          <SearchField
            label={t('wall.search')}
            placeholder=""
            value={view.q ?? ''}
            onSearch={(q) => show({ q: q || undefined })}
          />
        </Box>
        <ToggleButtonGroup
          exclusive
          size="small"
          color="primary"
          aria-label={t('wall.view')}
          value={view.v ?? 'place'}
          onChange={(_, v: 'place' | 'danger' | 'plan' | null) =>
            v && show({ v: v === 'place' ? undefined : v, plan: undefined })
          }
          sx={{ flexShrink: 0, '& .MuiToggleButton-root': { whiteSpace: 'nowrap', minHeight: { xs: 44, sm: 36 } } }}
        >
          <ToggleButton value="place">{t('wall.byPlace')}</ToggleButton>
          <ToggleButton value="danger">{t('wall.byDanger')}</ToggleButton>
          <ToggleButton value="plan">{t('wall.plan.tab')}</ToggleButton>
        </ToggleButtonGroup>
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiFullscreen} />}
          onClick={openDisplay}
          sx={{ display: { xs: 'none', md: 'inline-flex' }, whiteSpace: 'nowrap', flexShrink: 0 }}
        >
          {t('wall.display')}
        </Button>
      </Box>
    </Box>
  )
}

// On a phone the header has its rows before the tanks are there, so that what is below them does not move.
const TITLE_ROW = { lineHeight: { xs: '36px', sm: 1.3 } } as const
const OWN_ROW = { flex: { xs: '1 0 100%', sm: '0 1 auto' } } as const

/** `59 / 60 tank izleniyor · son kontrol 3 sn önce`; that all is well only with its proof. */
function WallWatch({ wall, tanks }: { wall: Wall; tanks: readonly ShownTank[] }) {
  const watch = watchOf(wall, tanks)
  const isInRange = useFromNow((now) => isAllInRange(watch, now))
  const isCalm = tanks.every(({ state }) => state === 'normal' || state === 'mode' || state === 'suspended')
  return (
    <Box
      sx={{
        minWidth: 0,
        flex: { xs: '1 0 100%', sm: '0 1 auto', lg: 1 },
        '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { lg: 'nowrap' } },
      }}
    >
      {isCalm && isInRange ? <WatchState watch={watch} /> : <WatchLine watch={watch} />}
    </Box>
  )
}

function watchOf({ watch }: Wall, tanks: readonly ShownTank[]): Home['tanks'] {
  const out = tanks.filter(isOutOfRange)
  return {
    total: tanks.length,
    active: watch.total,
    watched: watch.watched,
    out_of_range: out.length,
    silent_out: out.filter(({ state }) => state === 'silent').length,
    stale: tanks.filter(({ state }) => state === 'stale').length,
    checked_at: watch.checked_at,
    interruption: watch.interruption,
  }
}

interface ChipsProps {
  tanks: readonly ShownTank[]
  chosen: readonly WallState[]
  onChoose: (states: WallSearch['state']) => void
}

/** How many tanks are in each state; a pressed chip shows only those. */
function StateChips({ tanks, chosen, onChoose }: ChipsProps) {
  const { t } = useTranslation()
  const counts = countStates(tanks)
  const shown = CHIPS.filter((state) => counts.has(state) || chosen.includes(state))
  if (shown.length === 0) return null
  return (
    <Box
      role="group"
      aria-label={t('wall.filter')}
      sx={{ display: 'flex', flexWrap: { xs: 'wrap', lg: 'nowrap' }, gap: 1, flexShrink: 0 }}
    >
      {shown.map((state) => {
        const isChosen = chosen.includes(state)
        const next = CHIPS.filter((other) => (other === state ? !isChosen : chosen.includes(other)))
        return (
          <ButtonBase
            key={state}
            aria-pressed={isChosen}
            onClick={() => onChoose(next.length > 0 ? [...next] : undefined)}
            sx={(theme) => ({ ...CHIP, ...chipLook(theme, state), ...(isChosen ? chosenLook(theme) : {}) })}
          >
            <Icon path={STATE_ICON[state] ?? ''} sx={{ fontSize: 16 }} />
            {t(`wall.count.${state}`, { count: counts.get(state) ?? 0 })}
          </ButtonBase>
        )
      })}
    </Box>
  )
}

const CHIP = {
  display: 'inline-flex',
  gap: 0.5,
  height: { xs: 36, sm: 26 },
  px: 1,
  borderRadius: '6px',
  fontSize: '0.8125rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  fontFamily: 'inherit',
  // A finger needs 44 px; the chip looks smaller.
  '&::before': { content: '""', position: 'absolute', insetBlock: { xs: -4, sm: 0 }, insetInline: 0 },
} as const

const chosenLook = ({ tokens: { palette } }: Theme) => ({
  outline: `2px solid ${palette.focusRing}`,
  outlineOffset: 2,
})

function chipLook({ tokens: { alarm, status, palette } }: Theme, state: (typeof CHIPS)[number]) {
  const warning = alarm.warning_unack.border
  if (state === 'crit') return { bgcolor: alarm.critical_unack.fill, color: alarm.critical_unack.text }
  if (state === 'warn') return { bgcolor: alarm.warning_unack.fill, color: alarm.warning_unack.text }
  if (state === 'fore') return { border: `1.5px dashed ${warning}`, color: alarm.warning_ack.text }
  if (state === 'suspect') return { border: `1.5px dotted ${warning}`, color: alarm.warning_ack.text }
  if (state === 'stale') return { bgcolor: status.stale.bg, color: status.stale.text }
  if (state === 'silent')
    return { bgcolor: status.offline.bg, color: status.offline.text, border: `1px solid ${status.offline.border}` }
  return { bgcolor: palette.surfaceVariant, color: palette.textSecondary, border: `1px solid ${palette.outline}` }
}
