import { Failure } from '../platform/errors.ts'

export const notAnImage = () =>
  new Failure('invalid_image', 'Invalid file type', { field: 'avatar' })

export const fileTooLarge = () => new Failure('too_large', 'File too large', { field: 'avatar' })
