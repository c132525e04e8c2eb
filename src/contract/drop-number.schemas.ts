import * as z from 'zod/mini'
import { dropNumberPattern } from './paths.shared.ts'

/** In an address. */
export const dropNumber = z.pipe(
  z.string().check(z.regex(dropNumberPattern, 'A drop number is a whole number')),
  z.transform(Number),
)
