import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

/** A number or a name that leads to the alarms behind it. */
export const AlarmsLink = createLink(Link)
