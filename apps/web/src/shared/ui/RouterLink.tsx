import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

/** A link to a page of the application, in the theme's look. */
export const RouterLink = createLink(Link)
