import { loadLater } from '../../../ui/load-later.ts'

/** Public pages validate with them when something has been typed. */
export const schemas = loadLater(() => import('../../members.schemas.ts'))
