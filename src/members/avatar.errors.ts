import { badInput, Failure } from '../platform/errors.ts'

export const notAnImage = () => badInput('Invalid file type', 'avatar')

export const fileTooLarge = () =>
  new Failure(413, 'file_too_large', 'File too large', { field: 'avatar' })
