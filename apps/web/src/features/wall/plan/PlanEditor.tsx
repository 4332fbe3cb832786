import { type Plan, planApi } from '@dalyan/contracts/plan'
import { mdiUndo } from '@mdi/js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, callIfMatch } from '../../../shared/api/call.ts'
import { ConfirmDialog } from '../../../shared/form/ConfirmDialog.tsx'
import { useUnsaved } from '../../../shared/form/use-unsaved.tsx'
import { ErrorAlert } from '../../../shared/ui/ErrorAlert.tsx'
import { Icon } from '../../../shared/ui/Icon.tsx'
import { PageSection } from '../../../shared/ui/PageSection.tsx'
import { Quiet } from '../../../shared/ui/Quiet.tsx'
import { useSnackbar } from '../../../shared/ui/SnackbarProvider.tsx'
import { OfflineNote, WriteButton } from '../../../shared/ui/WriteButton.tsx'
import type { ShownTank } from '../wall-tanks.ts'
import { tileAttributes } from '../WallTile.tsx'
import { usePlanDraft } from './plan-draft.ts'
import { moved, nextPoint, type PlanPoint, positionsOf, snap } from './plan-layout.ts'
import { placedAt, SpotContent } from './PlanSpot.tsx'
import { PlanStage } from './PlanStage.tsx'
import { PlanUpload, useSavePlan } from './PlanUpload.tsx'
import { useSpotDrag } from './use-spot-drag.ts'

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

interface Props {
  plan: Plan & { picture: NonNullable<Plan['picture']> }
  /** Every tank of the plan's firm. */
  tanks: readonly ShownTank[]
  codes: ReadonlyMap<number, string>
  onDone: () => void
}

/** Places the tanks of a firm on its plan: by dragging, or by selecting a tank and the arrow keys. */
export function PlanEditor({ plan, tanks, codes, onDone }: Props) {
  const { t } = useTranslation()
  const show = useSnackbar()
  const savePlan = useSavePlan()
  const hint = useId()
  const stage = useRef<HTMLDivElement>(null)
  const [saved] = useState(() => positionsOf(plan))
  // The version that this user saw: what others saved meanwhile is not overwritten.
  const [version, setVersion] = useState(plan.version)
  const { positions, past, change, isChanged } = usePlanDraft(saved)
  const [chosen, setChosen] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const [isRemoving, setIsRemoving] = useState(false)
  /** The tank whose circle gets the focus with the next paint, because what was pressed is gone by then. */
  const focused = useRef<number | null>(null)
  const unsaved = useUnsaved(isChanged, onDone)
  const picture = plan.picture
  const firm_id = plan.firm?.id ?? null
  const saving = useMutation({
    mutationFn: () =>
      callIfMatch(planApi.place, `"${version}"`, {
        body: { firm_id, positions: [...positions].map(([tank_id, point]) => ({ tank_id, ...point })) },
      }),
    onSuccess(next) {
      savePlan(next)
      show(t('wall.plan.saved'))
      unsaved.release()
      onDone()
    },
  })

  function place({ tank }: ShownTank, point: PlanPoint) {
    change({ id: tank.id, point })
    setSaid(t('wall.plan.at', { code: tank.code, x: Math.round(point.x * 100), y: Math.round(point.y * 100) }))
  }
  const drag = useSpotDrag(stage, (id, point, goesOn) => {
    setChosen(id)
    change({ id, point: snap(point, picture), goesOn })
    if (!goesOn) focused.current = id
  })
  useUndoKey(() => change('undo'))
  useEffect(() => {
    if (focused.current === null) return
    stage.current?.querySelector<HTMLElement>(`[data-id="${focused.current}"]`)?.focus()
    focused.current = null
  })
  function putOn(one: ShownTank) {
    place(one, nextPoint(chosen === null ? undefined : positions.get(chosen), picture))
    setChosen(one.tank.id)
    focused.current = one.tank.id
  }
  function takeOff({ tank }: ShownTank) {
    change({ id: tank.id, point: null })
    setChosen(null)
    setSaid(t('wall.plan.takenOff', { code: tank.code }))
  }
  function onSpotKey(event: KeyboardEvent, one: ShownTank) {
    const step = STEPS[event.key]
    const at = positions.get(one.tank.id)
    if (step && at) place(one, moved(at, step, event.shiftKey, picture))
    else if (event.key === 'Delete') takeOff(one)
    else return
    event.preventDefault()
  }
  const unplaced = tanks.filter(({ tank }) => !positions.has(tank.id))
  const chosenTank = tanks.find(({ tank }) => tank.id === chosen && positions.has(tank.id))
  return (
    <Box role="group" aria-label={t('wall.plan.tab')} sx={{ display: 'contents' }}>
      {unsaved.question}
      <Box sx={{ gridArea: 'stage', minHeight: 0 }}>
        <PlanStage plan={plan} positions={saved} stage={stage}>
          {tanks.map((one) => {
            const { tank } = one
            const at = positions.get(tank.id)
            if (!at) return null
            return (
              <button
                key={tank.id}
                type="button"
                className="spot"
                data-id={tank.id}
                aria-pressed={chosen === tank.id}
                aria-describedby={hint}
                {...tileAttributes(one)}
                {...(chosen === tank.id ? { 'data-chosen': '' } : {})}
                style={{ ...placedAt(at), touchAction: 'none', cursor: 'grab' }}
                onFocus={() => setChosen(tank.id)}
                onPointerDown={(event) => drag(tank.id, event)}
                onKeyDown={(event) => onSpotKey(event, one)}
              >
                <span style={visuallyHidden}>{tank.code}</span>
                <span aria-hidden style={{ display: 'contents' }}>
                  <SpotContent {...one} code={codes.get(tank.id) ?? tank.code} />
                </span>
              </button>
            )
          })}
        </PlanStage>
      </Box>
      <Box sx={{ gridArea: 'side', display: 'grid', gap: 1, alignContent: 'start', minHeight: 0 }}>
        <PageSection title={t('wall.plan.tab')} gap={1}>
          {saving.error && <ErrorAlert title={t('wall.plan.saveFailed')} error={saving.error} />}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <WriteButton
              variant="contained"
              aria-disabled={saving.isPending}
              onClick={() => !saving.isPending && saving.mutate()}
            >
              {saving.isPending ? t('common.states.saving') : t('common.actions.save')}
            </WriteButton>
            <Button onClick={unsaved.close}>{t('common.actions.cancel')}</Button>
            <Button disabled={past.length === 0} startIcon={<Icon path={mdiUndo} />} onClick={() => change('undo')}>
              {t('wall.plan.undo')}
            </Button>
            <Button disabled={!chosenTank} onClick={() => chosenTank && takeOff(chosenTank)}>
              {t('wall.plan.takeOff')}
            </Button>
            <OfflineNote />
          </Box>
          <div id={hint}>
            <Quiet small>{t('wall.plan.hint')}</Quiet>
          </div>
          <span role="status" style={visuallyHidden}>
            {said}
          </span>
        </PageSection>
        <UnplacedButtons tanks={unplaced} onPress={putOn} onDrag={drag} />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <PlanUpload plan={plan} onUploaded={(next) => setVersion(next.version)} />
          <WriteButton color="error" onClick={() => setIsRemoving(true)} sx={{ alignSelf: 'start' }}>
            {t('wall.plan.remove')}
          </WriteButton>
        </Box>
      </Box>
      {isRemoving && (
        <ConfirmDialog
          title={t('wall.plan.removeTitle')}
          body={t('wall.plan.removeBody')}
          confirm={t('wall.plan.remove')}
          onClose={() => setIsRemoving(false)}
          onConfirm={async () => {
            await call(planApi.remove, { query: firm_id === null ? {} : { firm_id } })
            unsaved.release()
            savePlan({ ...plan, picture: null })
            show(t('wall.plan.removed'))
            onDone()
          }}
        />
      )}
    </Box>
  )
}

/** Ctrl+Z, wherever the focus is. */
function useUndoKey(onUndo: () => void): void {
  const undo = useEffectEvent(onUndo)
  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey, shiftKey }: globalThis.KeyboardEvent) => {
      if (key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey) undo()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

interface UnplacedProps {
  tanks: readonly ShownTank[]
  onPress: (one: ShownTank) => void
  onDrag: ReturnType<typeof useSpotDrag>
}

function UnplacedButtons({ tanks, onPress, onDrag }: UnplacedProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {tanks.length === 0 ? t('wall.plan.noneUnplaced') : t('wall.plan.unplaced', { n: tanks.length })}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, maxHeight: 320, overflow: 'auto' }}>
        {tanks.map((one) => (
          <Button
            key={one.tank.id}
            variant="outlined"
            color="inherit"
            onClick={() => onPress(one)}
            // A finger scrolls the list.
            onPointerDown={(event) => event.pointerType === 'mouse' && onDrag(one.tank.id, event)}
            sx={{ minHeight: { xs: 44, md: 36 }, minWidth: 0 }}
          >
            {one.tank.code}
          </Button>
        ))}
      </Box>
    </Box>
  )
}
