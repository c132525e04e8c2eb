import type { QueryOf } from '../../platform/endpoint.contract.ts'
import { query } from '../../ui/api.ts'
import { listAllMembers } from '../admin.contract.ts'

export const pageSize = 10

export type MemberSort = QueryOf<typeof listAllMembers>['sortBy']
type Wanted = { sortBy: MemberSort; sortDirection: 'asc' | 'desc' }

export const newestFirst: Wanted = { sortBy: 'created_at', sortDirection: 'desc' }

export const membersQuery = (search: string, wanted: Wanted, page: number) =>
  query(listAllMembers, { query: { ...wanted, search, page, pageSize } })

/** What the list asks at first. */
export const firstMembers = membersQuery('', newestFirst, 1)
