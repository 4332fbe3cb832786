import { onDemand } from './on-demand.tsx'

/** MUI's menu, whose code is no part of the first load: draw it from its first opening on. */
export const Menu = onDemand(async () => (await import('@mui/material/Menu')).default, { isOpenedByUser: true })
