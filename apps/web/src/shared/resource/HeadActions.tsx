import Button from '@mui/material/Button'
import { useNavigate } from '@tanstack/react-router'
import Box from '@mui/material/Box'
import { type RowAction, RowActions } from '../list/RowActions.tsx'
import { useNarrow } from '../list/use-narrow.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Icon } from '../ui/Icon.tsx'

/** A button in the head of a list, or a link to another page. */
export type HeadAction = Pick<RowAction, 'label' | 'icon' | 'isDisabled'> &
  ({ onClick: () => void } | { to: '/key-profiles' | '/terminals' })

interface Props {
  title: string
  actions: readonly HeadAction[]
}

/** The buttons of a list besides the one for a new record; on a phone in one menu, so that the head keeps one row. */
export function HeadActions({ title, actions }: Props) {
  const narrow = useNarrow()
  const navigate = useNavigate()
  if (actions.length === 0) return null
  if (narrow) {
    return (
      <Box sx={{ '& button': { width: 44, height: 44 } }}>
        <RowActions
          name={title}
          actions={actions.map((action) => ({
            ...action,
            onClick: 'to' in action ? () => void navigate({ to: action.to }) : action.onClick,
          }))}
        />
      </Box>
    )
  }
  return actions.map((action) => {
    const startIcon = <Icon path={action.icon} />
    return 'to' in action ? (
      <ButtonLink key={action.label} to={action.to} startIcon={startIcon}>
        {action.label}
      </ButtonLink>
    ) : (
      <Button key={action.label} disabled={action.isDisabled ?? false} startIcon={startIcon} onClick={action.onClick}>
        {action.label}
      </Button>
    )
  })
}
