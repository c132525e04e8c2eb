import { downloadCode } from '../../../ui/routing/lazy.ts'

/** Public pages validate with them when something has been typed. */
export const loadSchemas = () => downloadCode(() => import('../../members.schemas.ts'))
