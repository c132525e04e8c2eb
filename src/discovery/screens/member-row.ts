/** A member in a list, between hairlines. */
export const memberRow =
  'flex min-h-17 items-center gap-3 border-t border-line py-2 hover:bg-sunken'
