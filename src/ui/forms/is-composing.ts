import type { KeyboardEvent } from 'react'

/** Whether the key belongs to an input method. Safari ends the composition before it reports its last key, as 229. */
export const isComposing = ({ nativeEvent }: KeyboardEvent) =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229
