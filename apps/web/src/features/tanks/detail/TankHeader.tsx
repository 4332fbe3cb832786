import type { Tank } from '@dalyan/contracts/tanks'
import {
  mdiArrowLeft,
  mdiBroom,
  mdiDeleteOutline,
  mdiMonitor,
  mdiPencil,
  mdiPrinterOutline,
  mdiRestore,
  mdiShareVariantOutline,
} from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { createLink } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { type RowAction, RowActions } from '../../../shared/list/RowActions.tsx'
import { useNarrow } from '../../../shared/list/use-narrow.ts'
import { may, useUser } from '../../../shared/session/user.ts'
import { PrintButton, PrintLayout } from '../../../shared/print/PrintButton.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { RecordTrail } from '../../../shared/ui/RecordPage.tsx'
import { RouterLink } from '../../../shared/ui/links.tsx'
import { StatusChip } from '../../../shared/ui/StatusChip.tsx'
import { useFullscreen } from '../../../shared/ui/use-fullscreen.ts'
import type { DetailView } from './detail-search.ts'
import { JournalButton } from './JournalButton.tsx'
import { NeighbourButton, useNeighbours } from './NeighbourButton.tsx'
import { TankLiveBadge } from './TankLiveBadge.tsx'

const BackLink = createLink(IconButton)

interface Props {
  tank: Tank
  view: DetailView
  isPaused: boolean
  show: (changes: Partial<DetailView>) => void
}

/** Names the tank, its status and the age of its values, and what the user can do with it; on a wide screen its location and terminals too. */
export function TankHeader(props: Props) {
  return useNarrow() ? <NarrowHeader {...props} /> : <WideHeader {...props} />
}

/** One row, which stays when the page scrolls, and a line that does not; the rest is in the tab of the tank's record. */
function NarrowHeader({ tank, view, isPaused, show }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const neighbours = useNeighbours(tank.id)
  const { main, others } = useTankActions(tank, show)
  const place = placeOf(tank)
  return (
    <Box component="header" sx={{ display: 'contents' }}>
      <Box
        sx={{
          position: 'sticky',
          top: TOP_BAR_PX,
          zIndex: 2,
          display: 'flex',
          alignItems: 'center',
          gap: 0.25,
          minHeight: 52,
          mx: -1.5,
          mt: -1.5,
          px: 0.5,
          bgcolor: 'background.default',
        }}
      >
        <BackLink to="/tanks" search={{}} aria-label={t('tanks.detail.backToList')} sx={TARGET}>
          <Icon path={mdiArrowLeft} />
        </BackLink>
        <Typography
          variant="h1"
          lang="en"
          sx={{ flex: 1, minWidth: 0, fontSize: '1.125rem', lineHeight: 1.2, overflowWrap: 'anywhere' }}
        >
          {tank.code}
        </Typography>
        <NeighbourButton side="previous" neighbours={neighbours} view={view} size={44} isPlain />
        <NeighbourButton side="next" neighbours={neighbours} view={view} size={44} isPlain />
        {tank.status !== 'deleted' && may(user, 'journal.write') && <JournalButton tank={tank} isIcon />}
        <Box sx={{ '& button': TARGET }}>
          <RowActions name={tank.code} actions={[...main, printAction(t), ...others]} />
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 20, fontSize: '0.875rem', mt: -1 }}>
        {tank.status !== 'active' && <StatusChip look={tank.status} label={t(`tanks.status.${tank.status}`)} />}
        <Box
          component="span"
          sx={{ flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {[tank.name, ...(place ? [place] : [])].join(' · ')}
        </Box>
        <Box component="span" sx={{ flexShrink: 0 }}>
          <TankLiveBadge tank={tank} paused={isPaused} />
        </Box>
      </Box>
      <PrintLayout />
    </Box>
  )
}

/** Height of the bar that stays on top of every page. */
const TOP_BAR_PX = 56
const TARGET = { width: 44, height: 44 } as const

function WideHeader({ tank, view, isPaused, show }: Props) {
  const { t } = useTranslation()
  const neighbours = useNeighbours(tank.id)
  return (
    <Box component="header">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
        <RecordTrail list="/tanks" title={t('tanks.title')} code={tank.code} />
        <Box sx={{ ml: 'auto' }} />
        <NeighbourButton side="previous" neighbours={neighbours} view={view} size={40} />
        <NeighbourButton side="next" neighbours={neighbours} view={view} size={40} />
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', mt: 0.5 }}>
        <Typography variant="h1" sx={{ width: { xs: '100%', sm: 'auto' }, overflowWrap: 'anywhere' }}>
          <span lang="en">{tank.code}</span> · {tank.name}
        </Typography>
        <StatusChip look={tank.status} label={t(`tanks.status.${tank.status}`)} />
        {tank.status !== 'deleted' && (
          // As wide as its longest text, so that the following elements do not wrap as seconds pass.
          <Box sx={{ display: 'flex', minWidth: '9.5rem' }}>
            <TankLiveBadge tank={tank} paused={isPaused} />
          </Box>
        )}
        <TankActions tank={tank} show={show} />
      </Box>
      <Typography
        variant="body2"
        // Codes do not break at their hyphens.
        sx={{ color: 'text.secondary', mt: 0.5, overflowWrap: 'anywhere', '& [lang]': { display: 'inline-block' } }}
      >
        {facts(t, tank).join(' · ')}
        <Terminals tank={tank} />
      </Typography>
    </Box>
  )
}

function placeOf({ location, district, province }: Tank): string {
  return [location, district, province].filter(Boolean).join(' / ')
}

function facts(t: TFunction, tank: Tank): string[] {
  const place = placeOf(tank)
  return [
    ...(tank.firm ? [tank.firm.name] : []),
    ...(place ? [place] : []),
    ...(tank.range_template ? [`${t('tanks.detail.template')}: ${tank.range_template.name}`] : []),
  ]
}

/** ` · Terminal: T-0214, T-0215`; each is a link for users who may see terminals. */
function Terminals({ tank }: { tank: Tank }) {
  const { t } = useTranslation()
  const isReachable = may(useUser(), 'iots.view')
  if (tank.iots.length === 0) return null
  return (
    <>
      {facts(t, tank).length > 0 && ' · '}
      {t('tanks.detail.terminal')}:{' '}
      {tank.iots.map(({ id, code }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          {isReachable ? (
            <RouterLink to="/terminals/$id" params={{ id: String(id) }} lang="en" underline="always">
              {code}
            </RouterLink>
          ) : (
            <span lang="en">{code}</span>
          )}
        </Fragment>
      ))}
    </>
  )
}

function printAction(t: TFunction): RowAction {
  return { label: t('print.print'), icon: mdiPrinterOutline, onClick: () => print() }
}

/** What the user may do: every one may open the side view, an operator may edit, a manager may also share, delete and restore. */
function useTankActions({ status }: Tank, show: Props['show']): { main: RowAction[]; others: RowAction[] } {
  const { t } = useTranslation()
  const user = useUser()
  const fullscreen = useFullscreen()
  const isManager = may(user, 'tanks.manage')
  if (status === 'deleted') {
    const restore = { label: t('common.actions.restore'), icon: mdiRestore, onClick: () => show({ dialog: 'restore' }) }
    return { main: isManager ? [restore] : [], others: [] }
  }
  const side = {
    label: t('tanks.detail.sideMode'),
    icon: mdiMonitor,
    onClick: () => {
      if (fullscreen.possible && !fullscreen.active) fullscreen.toggle()
      show({ isSide: true })
    },
  }
  if (!may(user, 'tanks.operate')) return { main: [side], others: [] }
  const edit = { label: t('common.actions.edit'), icon: mdiPencil, onClick: () => show({ dialog: 'edit' }) }
  const mode = { label: t('tankModes.start'), icon: mdiBroom, onClick: () => show({ dialog: 'mode' }) }
  const share = {
    label: t('tanks.detail.share'),
    icon: mdiShareVariantOutline,
    onClick: () => show({ dialog: 'share' }),
  }
  const remove = {
    label: t('common.actions.delete'),
    icon: mdiDeleteOutline,
    onClick: () => show({ dialog: 'delete' }),
    danger: true,
  }
  const others = [mode, ...(may(user, 'settings.manage') ? [share] : []), ...(isManager ? [remove] : [])]
  return { main: [side, edit], others }
}

function TankActions({ tank, show }: Pick<Props, 'tank' | 'show'>) {
  const user = useUser()
  const { main, others } = useTankActions(tank, show)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, marginInlineStart: { sm: 'auto' } }}>
      {tank.status !== 'deleted' && may(user, 'journal.write') && <JournalButton tank={tank} />}
      <PrintButton />
      {main.map(({ label, icon, onClick }) => (
        <Button key={label} variant="outlined" startIcon={<Icon path={icon} />} onClick={onClick}>
          {label}
        </Button>
      ))}
      {others.length > 0 && <RowActions name={tank.code} actions={others} />}
    </Box>
  )
}
