import { downloadCode } from '../../../ui/lazy.ts'

/** Public pages validate with them when something has been typed. */
export const loadSchemas = () => downloadCode(() => import('../../members.schemas.ts'))
