import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

/** A number or a name that links to its alarms. */
export const AlarmsLink = createLink(Link)
