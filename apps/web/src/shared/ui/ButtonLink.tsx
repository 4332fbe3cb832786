import Button from '@mui/material/Button'
import { createLink } from '@tanstack/react-router'

/** A link to a page of the application in the look of a button. In its own file, because the first load needs it and no text link. */
export const ButtonLink = createLink(Button)
