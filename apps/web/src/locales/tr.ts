import alarms from './tr/alarms.json' with { type: 'json' }
import auth from './tr/auth.json' with { type: 'json' }
import common from './tr/common.json' with { type: 'json' }
import dashboard from './tr/dashboard.json' with { type: 'json' }
import errors from './tr/errors.json' with { type: 'json' }
import firms from './tr/firms.json' with { type: 'json' }
import home from './tr/home.json' with { type: 'json' }
import logs from './tr/logs.json' with { type: 'json' }
import measurements from './tr/measurements.json' with { type: 'json' }
import nav from './tr/nav.json' with { type: 'json' }
import rangeTemplates from './tr/range-templates.json' with { type: 'json' }
import settings from './tr/settings.json' with { type: 'json' }
import tanks from './tr/tanks.json' with { type: 'json' }
import terminals from './tr/terminals.json' with { type: 'json' }
import theme from './tr/theme.json' with { type: 'json' }
import users from './tr/users.json' with { type: 'json' }
import validation from './tr/validation.json' with { type: 'json' }

/** All texts of the page in Turkish, by feature. */
export const tr = {
  alarms,
  auth,
  common,
  dashboard,
  errors,
  firms,
  home,
  logs,
  measurements,
  nav,
  rangeTemplates,
  settings,
  tanks,
  terminals,
  theme,
  users,
  validation,
}
