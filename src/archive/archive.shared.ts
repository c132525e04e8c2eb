/** Of a file that is imported. */
export const maxArchiveBytes = 10 * 1024 * 1024
export const archiveTooLarge =
  'The file is larger than 10 MB. Take followers.csv out of it, which is not imported, and try again.'
