import wallWords from '../../locales/tr/wall.json' with { type: 'json' }
import { addWords } from '../../shared/i18n/add-words.ts'

addWords({ wall: wallWords })
