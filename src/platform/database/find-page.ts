type Paging = { sort: 'asc' | 'desc'; page: number; pageSize: number }

/** Limit, offset and direction that read one page of a sorted list from whichever end is nearer. */
export function findPage({ sort, page, pageSize }: Paging, total: number) {
  const offset = Math.min(total, (page - 1) * pageSize)
  const limit = Math.min(pageSize, total - offset)
  const after = total - offset - limit
  if (after >= offset) return { limit, offset, direction: sort }
  return { limit, offset: after, direction: sort === 'asc' ? ('desc' as const) : ('asc' as const) }
}
