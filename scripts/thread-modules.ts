/** Modules that run in threads of their own (`src/platform/thread.ts`): they are built as files beside the server's. */
export const threadModules = {
  'parse-report': 'src/mail/bounces/parse-report.ts',
  'read-archive': 'src/archive/read-archive.ts',
}
